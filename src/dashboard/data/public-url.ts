/** The URL at which people open the inbox. */
import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { PublicUrlState } from '../../core/settings/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** @param isOwner others do not read it */
export function usePublicUrl(isOwner = true) {
  const client = useClient();
  return useQuery<PublicUrlState>({
    queryKey: queryKeys.publicUrl,
    queryFn: () => ok(client['public-url'].get()),
    enabled: isOwner,
    staleTime: 0,
  });
}
