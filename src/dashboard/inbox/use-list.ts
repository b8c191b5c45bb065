/** The listed questions, and the neighbours of the open one. */
import { useEffect, useMemo, useRef } from 'react';
import type { Message, PendingMessage } from '../../core/messages/schema.ts';
import type { PendingFilter } from '../data/query-keys.ts';
import { usePending } from '../data/reviews.ts';
import { useStill } from '../look/use-still.ts';
import { useHidden } from '../outbox/context.ts';

export function useList(filter: PendingFilter) {
  const list = usePending(filter);
  const isHidden = useIsHidden();
  /** Loads the next page, unless one has failed: it is retried with the next connection. */
  function more(): void {
    const { hasNextPage, isFetching, isFetchNextPageError } = list;
    if (!hasNextPage || isFetching || isFetchNextPageError) return;
    void list.fetchNextPage({ cancelRefetch: false });
  }
  const pending = list.pending?.filter((one) => !isHidden(one));
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const count = list.hasNextPage ? total : (pending?.length ?? 0);
  return { ...list, pending, count, isFound: !list.isPlaceholderData && !list.isPending, more };
}

/** Returns whether a question is hidden while its answer is being sent. */
export function useIsHidden() {
  const hidden = new Set(useHidden().map(({ id }) => id));
  return ({ id }: Message) => hidden.has(id);
}

/** Whether nothing is pending, whatever the list is narrowed to. */
export function useIsEmpty(): boolean {
  const { pending, hasNextPage } = usePending();
  const isHidden = useIsHidden();
  return pending?.every(isHidden) === true && !hasNextPage;
}

type Row = { key: string; message: PendingMessage };

/** The list as shown: while the pointer is in it, nothing new is inserted. */
export function useStillList(pending: PendingMessage[] | undefined, filter: string) {
  const rows = useMemo(
    () => (pending ?? []).map((message): Row => ({ key: message.id, message })),
    [pending],
  );
  const still = useStill(rows, (_, at, last) => at > last);
  const shown = useMemo(() => still.shown.map(({ message }) => message), [still.shown]);
  const { release } = still;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(release, [filter]);
  return { still, shown };
}

const NEAR_ROWS = 10;

/** The neighbours of the open question, or of its former place. */
export function useNeighbours(shown: Message[], openId: string | undefined) {
  const place = useRef(0);
  const at = shown.findIndex(({ id }) => id === openId);
  const others = shown.filter(({ id }) => id !== openId);
  const index = at < 0 ? Math.min(place.current, others.length) : at;
  const next = (at < 0 ? (others[index] ?? others.at(-1)) : others[index])?.id;
  const afterAnswer = (others[index] ?? others.at(-1))?.id;
  const after = useRef({ openId, next: afterAnswer });
  useEffect(() => {
    place.current = index;
    after.current = { openId, next: afterAnswer };
  });
  const isNearEnd = index >= others.length - NEAR_ROWS;
  return { at: at + 1, next, previous: others[index - 1]?.id, after, isNearEnd };
}
