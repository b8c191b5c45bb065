/** The renderer of each kind of review. */
import { isKind, type KindName } from '../../core/reviews/kinds/words.ts';
import { approval } from '../../kinds/approval/dashboard.tsx';
import { diffReview } from '../../kinds/diff-review/dashboard.tsx';
import { form } from '../../kinds/form/dashboard.tsx';
import { freeform } from '../../kinds/freeform/dashboard.tsx';
import { permission } from '../../kinds/permission/dashboard.tsx';
import { plugin } from '../../kinds/plugin/dashboard.tsx';
import { questions } from '../../kinds/questions/dashboard.tsx';
import { rating } from '../../kinds/rating/dashboard.tsx';
import { selection } from '../../kinds/selection/dashboard.tsx';
import { textInput } from '../../kinds/text-input/dashboard.tsx';
import type { Renderer } from './kind.ts';

// Kinds that check an answer as it is typed include the schemas: they are loaded when needed, or
// once the page is idle.
const kinds: Record<KindName, Renderer> = {
  approval,
  selection,
  form,
  'text-input': textInput,
  freeform,
  permission,
  questions,
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
