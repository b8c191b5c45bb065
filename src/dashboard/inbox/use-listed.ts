/** Keeps the open question and the list consistent, whichever changed last. */
import { useEffect, useRef } from 'react';
import { isPendingIn } from '../../client/replica/lists.ts';
import { useMessage } from '../data/messages.ts';
import type { Narrow } from './use-narrow.ts';

type Listed = {
  id: string | undefined;
  narrow: Narrow;
  list: { hasNextPage: boolean; isFound: boolean };
  /** Whether the open question is among the rows. */
  isShown: boolean;
  /** Opens the first of the list, or none. */
  openFirst: () => void;
};

/**
 * Opens the first question when a filter excludes the open one, and clears the filter when a
 * question outside it is opened. A question that leaves the list while it is open stays open.
 * @returns whether keys may answer the open question: the list contains it
 */
export function useListed({ id, narrow, list, isShown, openFirst }: Listed): boolean {
  const { data: message } = useMessage(id ?? '', { enabled: id !== undefined });
  const { filter, isNarrowed } = narrow;
  const belongs =
    filter.search === undefined && message !== undefined && isPendingIn(message, filter);
  // It may be on a page that is not loaded yet.
  const isListed =
    isShown || (belongs && filter.unread === undefined && list.hasNextPage) || id === undefined;
  const { order: _, ...narrowing } = filter;
  const key = JSON.stringify(narrowing);
  const before = useRef<{ key: string; id: string | undefined }>({ key: '{}', id: undefined });
  useEffect(() => {
    if (!list.isFound || (id !== undefined && !message)) return;
    const last = before.current;
    before.current = { key, id };
    if (!isNarrowed || isListed) return;
    if (last.key !== key) openFirst();
    else if (last.id !== id) narrow.clear();
  });
  return !isNarrowed || isShown || belongs;
}
