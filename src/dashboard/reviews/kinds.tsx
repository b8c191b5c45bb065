/** The renderer of each kind of review. */
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

// Kinds that check an answer as it is typed include the schemas: they are loaded when needed, or
// once the page is idle.
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

/** Fetches the kinds ahead, so that the next question opens without a wait, also offline. */
export function fetchKinds(): () => void {
  const timer = setTimeout(() => {
    for (const { Answer } of [...Object.values(kinds), plugin]) void Answer.fetch?.();
  }, IDLE_MS);
  return () => clearTimeout(timer);
}
