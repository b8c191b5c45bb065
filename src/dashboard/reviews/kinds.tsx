/** What takes the answer, by the type of review; the others are a plugin's. */
import type { ComponentType } from 'react';
import { late } from '../look/late.tsx';
import { Approval } from './approval.tsx';
import type { AnswerProps } from './kind.ts';
import { Selection } from './selection.tsx';

type Kind = ComponentType<AnswerProps> & { fetch?: () => Promise<void> };

const line = <span className="skeleton" aria-hidden />;

// Those that judge an answer as it is typed bring the schemas along: they come when they are needed,
// or once the page has nothing else to do.
const lateKinds = {
  form: late(() => import('./form.tsx'), line),
  'text-input': late(() => import('./text-answer.tsx'), line),
  freeform: late(() => import('./freeform.tsx'), line),
  rating: late(() => import('./rating.tsx'), line),
  'diff-review': late(() => import('./diff-review.tsx'), line),
};
const Plugin = late(() => import('./plugin.tsx'), line);

const kinds: Record<string, Kind> = { approval: Approval, selection: Selection, ...lateKinds };

export const kindOf = (type: string): Kind => (Object.hasOwn(kinds, type) && kinds[type]) || Plugin;

const IDLE_MS = 2000;

/** Fetches the kinds ahead, so that the next question stands there at once, also without a network. */
export function fetchKinds(): () => void {
  const timer = setTimeout(() => {
    for (const one of [...Object.values(lateKinds), Plugin]) void one.fetch();
  }, IDLE_MS);
  return () => clearTimeout(timer);
}
