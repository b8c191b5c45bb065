import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Notice } from '../../core/notify/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Who was notified of a question, how, and when. */
export function useNotices(id: string) {
  const client = useClient();
  return useQuery<Notice[]>({
    queryKey: queryKeys.notices(id),
    queryFn: () => ok(client.reviews({ id }).notices.get()),
    // While none are shown no event has them read again.
    staleTime: 0,
  });
}
