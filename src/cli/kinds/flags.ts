/** The flags of each kind of review. */
import { isKind, type KindName } from '../../core/reviews/kinds/names.ts';
import { approval } from '../../kinds/approval/terminal-flags.ts';
import { diffReview } from '../../kinds/diff-review/terminal-flags.ts';
import { form } from '../../kinds/form/terminal-flags.ts';
import { freeform } from '../../kinds/freeform/terminal-flags.ts';
import { plugin } from '../../kinds/plugin/terminal-flags.ts';
import { rating } from '../../kinds/rating/terminal-flags.ts';
import { selection } from '../../kinds/selection/terminal-flags.ts';
import { textInput } from '../../kinds/text-input/terminal-flags.ts';
import type { KindFlags } from './kind-flags.ts';

const kinds: Record<KindName, KindFlags> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  rating,
  'diff-review': diffReview,
};

export const flagsOf = (type: string): KindFlags => (isKind(type) ? kinds[type] : plugin);
