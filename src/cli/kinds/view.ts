/** How each kind of review looks in a terminal. */
import { isKind, type KindName } from '../../core/reviews/kinds/names.ts';
import { approval } from './approval/view.ts';
import { diffReview } from './diff-review/view.ts';
import { form } from './form/view.ts';
import { freeform } from './freeform/view.ts';
import type { KindView } from './kind-view.ts';
import { plugin } from './plugin/view.ts';
import { rating } from './rating/view.ts';
import { selection } from './selection/view.ts';
import { textInput } from './text-input/view.ts';

const kinds: Record<KindName, KindView> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  rating,
  'diff-review': diffReview,
};

export const viewOf = (type: string): KindView => (isKind(type) ? kinds[type] : plugin);
