/** What takes the answer, by the type of review; the others are a plugin's. */
import { type ComponentType, lazy } from 'react';
import { Approval } from './approval.tsx';
import type { AnswerProps } from './kind.ts';
import { Selection } from './selection.tsx';

type Kind = ComponentType<AnswerProps>;

// Those that judge an answer as it is typed bring the schemas along: they come when they are needed,
// or once the page has nothing else to do.
const load = {
  form: async () => ({ default: (await import('./form.tsx')).Form as Kind }),
  text: async () => ({ default: (await import('./text-answer.tsx')).TextAnswer as Kind }),
  freeform: async () => ({ default: (await import('./freeform.tsx')).Freeform as Kind }),
  rating: async () => ({ default: (await import('./rating.tsx')).Rating as Kind }),
  diff: async () => ({ default: (await import('./diff-review.tsx')).DiffReview as Kind }),
  plugin: async () => ({ default: (await import('./plugin.tsx')).PluginAnswer as Kind }),
};

const kinds: Record<string, Kind> = {
  approval: Approval,
  selection: Selection,
  form: lazy(load.form),
  'text-input': lazy(load.text),
  freeform: lazy(load.freeform),
  rating: lazy(load.rating),
  'diff-review': lazy(load.diff),
};
const Plugin: Kind = lazy(load.plugin);

export const kindOf = (type: string): Kind => (Object.hasOwn(kinds, type) && kinds[type]) || Plugin;

const IDLE_MS = 2000;

/** Fetches the kinds ahead, so that the next question stands there at once, also without a network. */
export function fetchKinds(): () => void {
  const timer = setTimeout(() => {
    for (const one of Object.values(load)) one().catch(() => {});
  }, IDLE_MS);
  return () => clearTimeout(timer);
}
