import type { Bindings } from '../keys/scopes.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { type Around, arrowKeys } from './arrows.ts';

type Keys = Omit<Around, 'open'> & {
  open: (id: string | undefined) => void;
  /** The open question. */
  id: string | undefined;
  others: Bindings;
  /** Unless there is nothing to search. */
  toSearch: (() => void) | undefined;
};

/** The keys that go from question to question, and those of the list. */
export function usePendingKeys({ id, next, previous, open, others, toSearch }: Keys): void {
  const walk = (to: string) => () => {
    open(to);
    return () => open(id);
  };
  useKeys('Pending', {
    ...(next !== undefined && { j: ['Next question', walk(next)] }),
    ...(previous !== undefined && { k: ['Previous question', walk(previous)] }),
    ...arrowKeys({ next, previous, open }),
    ...others,
    ...(toSearch && { '/': ['Search pending questions', toSearch] }),
  });
}
