import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ok, okWithHeaders } from '../../client/client.ts';
import type { EndedFacets } from '../../core/ended/schema.ts';
import { useClient } from './api.ts';
import { type MessageFilter, queryKeys } from './query-keys.ts';

/** The number of matching ended questions; undefined until loaded. */
export function useEndedTotal(filter: MessageFilter): number | undefined {
  const client = useClient();
  const { data } = useQuery<number>({
    queryKey: queryKeys.endedTotal(filter),
    queryFn: async () => {
      const query = { ...filter, limit: 1 };
      const { headers } = await okWithHeaders(client.messages.get({ query }));
      return Number(headers.get('inbox-total'));
    },
    placeholderData: keepPreviousData,
  });
  return data;
}

const none: EndedFacets = { respondedBy: [], type: [] };

/** Who has answered, and which kinds exist; refetched whenever it is shown. */
export function useFacets(): EndedFacets {
  const client = useClient();
  const { data = none } = useQuery<EndedFacets>({
    queryKey: queryKeys.facets,
    queryFn: () => ok(client.reviews.facets.get()),
    staleTime: 0,
  });
  return data;
}
