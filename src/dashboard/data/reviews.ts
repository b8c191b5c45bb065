import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ok } from '../../client/client.ts';
import { countIn, type PendingPage, readPendingPage, unreadIn } from '../../client/pending.ts';
import type { Counts } from '../../core/reviews/schema.ts';
import { useHidden } from '../outbox/context.ts';
import { useClient } from './api.ts';
import { type PendingFilter, queryKeys } from './query-keys.ts';
import type { Pages } from './replica.ts';

/** Pending questions in pages, soonest to expire first unless the filter says otherwise. */
export function usePending(filter: PendingFilter = all, { enabled = true } = {}) {
  const client = useClient();
  const query = useInfiniteQuery<PendingPage, Error, Pages<PendingPage>, QueryKey, string | null>({
    queryKey: queryKeys.pending(filter),
    queryFn: ({ pageParam }) =>
      readPendingPage(client, {
        ...filter,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null,
    getNextPageParam: ({ to }) => to,
    enabled,
    // During the next search, the previous matches stay.
    ...(Object.keys(filter).length === 0 ? {} : { placeholderData: keepPreviousData }),
  });
  const { data } = query;
  const pending = useMemo(() => data?.pages.flatMap(({ messages }) => messages), [data]);
  return { ...query, pending };
}

const all: PendingFilter = {};

/** The number of pending questions in a channel, or in all; 0 until loaded. */
export function usePendingCount(channelId?: string): number {
  const hidden = useHidden(channelId).length;
  return Math.max(0, countIn(useCounts(), channelId) - hidden);
}

/** The number of them that the person has not opened. */
export function useUnreadCount(): number {
  const counts = useCounts();
  return Math.min(unreadIn(counts), usePendingCount());
}

const none: Counts = { channels: {} };

export function useCounts(): Counts {
  const client = useClient();
  const { data = none } = useQuery<Counts>({
    queryKey: queryKeys.counts,
    queryFn: () => ok(client.counts.get()),
  });
  return data;
}
