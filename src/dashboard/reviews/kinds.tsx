/** What the dashboard draws of each kind of review. */
import { isKind, type KindName } from '../../core/reviews/kinds/names.ts';
import { approval } from './approval.tsx';
import { diffReview } from './diff-review.tsx';
import { form } from './form.tsx';
import { freeform } from './freeform.tsx';
import type { Renderer } from './kind.ts';
import { plugin } from './plugin.tsx';
import { rating } from './rating.tsx';
import { selection } from './selection.tsx';
import { textInput } from './text-input.tsx';

// Those that judge an answer as it is typed bring the schemas along: they come when they are needed,
// or once the page has nothing else to do.
const kinds: Record<KindName, Renderer> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  rating,
  'diff-review': diffReview,
};

export const rendererOf = (type: string): Renderer => (isKind(type) ? kinds[type] : plugin);

const IDLE_MS = 2000;

/** Fetches the kinds ahead, so that the next question stands there at once, also without a network. */
export function fetchKinds(): () => void {
  const timer = setTimeout(() => {
    for (const { Answer } of [...Object.values(kinds), plugin]) void Answer.fetch?.();
  }, IDLE_MS);
  return () => clearTimeout(timer);
}
