/** The flags of each kind of review. */
import { isKind, type KindName } from '../../core/reviews/kinds/names.ts';
import { approval } from './approval/flags.ts';
import { diffReview } from './diff-review/flags.ts';
import { form } from './form/flags.ts';
import { freeform } from './freeform/flags.ts';
import type { KindFlags } from './kind-flags.ts';
import { plugin } from './plugin/flags.ts';
import { rating } from './rating/flags.ts';
import { selection } from './selection/flags.ts';
import { textInput } from './text-input/flags.ts';

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
