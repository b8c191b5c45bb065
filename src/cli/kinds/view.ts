/** How each kind of review looks in a terminal. */
import { isKind, type KindName } from '../../core/reviews/kinds/names.ts';
import { approval } from '../../kinds/approval/terminal-view.ts';
import { diffReview } from '../../kinds/diff-review/terminal-view.ts';
import { form } from '../../kinds/form/terminal-view.ts';
import { freeform } from '../../kinds/freeform/terminal-view.ts';
import { plugin } from '../../kinds/plugin/terminal-view.ts';
import { rating } from '../../kinds/rating/terminal-view.ts';
import { selection } from '../../kinds/selection/terminal-view.ts';
import { textInput } from '../../kinds/text-input/terminal-view.ts';
import type { KindView } from './kind-view.ts';

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
