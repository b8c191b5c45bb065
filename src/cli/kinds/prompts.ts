/** The prompts of each kind of review. */
import { isKind, type KindName } from '../../core/reviews/kinds/names.ts';
import { approval } from '../../kinds/approval/terminal-prompts.ts';
import { diffReview } from '../../kinds/diff-review/terminal-prompts.ts';
import { form } from '../../kinds/form/terminal-prompts.ts';
import { freeform } from '../../kinds/freeform/terminal-prompts.ts';
import { plugin } from '../../kinds/plugin/terminal-prompts.ts';
import { rating } from '../../kinds/rating/terminal-prompts.ts';
import { selection } from '../../kinds/selection/terminal-prompts.ts';
import { textInput } from '../../kinds/text-input/terminal-prompts.ts';
import type { KindPrompts } from './kind-prompts.ts';

const kinds: Record<KindName, KindPrompts> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  rating,
  'diff-review': diffReview,
};

export const promptsOf = (type: string): KindPrompts => (isKind(type) ? kinds[type] : plugin);
