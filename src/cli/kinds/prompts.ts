/** The prompts of each kind of review. */
import { isKind, type KindName } from '../../core/reviews/kinds/names.ts';
import { approval } from './approval/prompts.ts';
import { diffReview } from './diff-review/prompts.ts';
import { form } from './form/prompts.ts';
import { freeform } from './freeform/prompts.ts';
import type { KindPrompts } from './kind-prompts.ts';
import { plugin } from './plugin/prompts.ts';
import { rating } from './rating/prompts.ts';
import { selection } from './selection/prompts.ts';
import { textInput } from './text-input/prompts.ts';

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
