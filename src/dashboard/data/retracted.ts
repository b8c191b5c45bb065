import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { placeAt } from '../../core/reviews/ended.ts';
import { useClient } from './api.ts';
import { queryKeys, type RetractedFilter } from './query-keys.ts';

const PAGE = 100;

/** The matching retracted questions, latest first. */
export function useRetracted(filter: RetractedFilter, { enabled = true } = {}) {
  const client = useClient();
  return useInfiniteQuery<
    Retracted[],
    Error,
    InfiniteData<Retracted[]>,
    readonly unknown[],
    string | null
  >({
    queryKey: queryKeys.retracted('', filter),
    queryFn: ({ pageParam }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      return ok(client.reviews.retracted.get({ query: { ...filter, limit: PAGE, ...cursor } }));
    },
    initialPageParam: null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return page.length < PAGE || !last ? null : placeAt(last.at, last.id);
    },
    enabled,
  });
}

/** How one question was retracted; null if it is gone for another reason. */
export function useRetraction(message: string) {
  const client = useClient();
  return useQuery<Retracted | null>({
    queryKey: queryKeys.retracted(message),
    queryFn: async () => {
      const [one] = await ok(client.reviews.retracted.get({ query: { message, limit: 1 } }));
      return one ?? null;
    },
  });
}
