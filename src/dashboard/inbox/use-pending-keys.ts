import type { Bindings } from '../keys/scopes.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { type Around, arrowKeys } from './arrows.ts';

type Keys = Around & {
  others: Bindings;
  /** Unless there is nothing to search. */
  toSearch: (() => void) | undefined;
};

/** The keys that go from question to question, and those of the list. */
export function usePendingKeys({ next, previous, open, others, toSearch }: Keys): void {
  useKeys('Pending', {
    ...(next !== undefined && { j: ['Next question', () => open(next)] }),
    ...(previous !== undefined && { k: ['Previous question', () => open(previous)] }),
    ...arrowKeys({ next, previous, open }),
    ...others,
    ...(toSearch && { '/': ['Search pending questions', toSearch] }),
  });
}
