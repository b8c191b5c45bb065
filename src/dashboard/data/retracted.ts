import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Retracted } from '../../core/retractions/schema.ts';
import { placeAt } from '../../core/reviews/ended.ts';
import { useClient } from './api.ts';
import { queryKeys, type RetractedFilter } from './query-keys.ts';
import { useRowPages } from './row-pages.ts';

const PAGE = 100;

/** The matching retracted questions, latest first. */
export function useRetracted(filter: RetractedFilter, { enabled = true } = {}) {
  const client = useClient();
  return useRowPages({
    queryKey: queryKeys.retracted('', filter),
    size: PAGE,
    read: (place) => {
      const cursor = place === null ? {} : { cursor: place };
      return ok(client.reviews.retracted.get({ query: { ...filter, limit: PAGE, ...cursor } }));
    },
    placeOf: ({ at, id }: Retracted) => placeAt(at, id),
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
