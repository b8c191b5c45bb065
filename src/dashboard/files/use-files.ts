import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Attachment } from '../../core/files/schema.ts';
import { useClient } from '../data/api.ts';
import { invalidate } from '../data/heard.ts';
import { queryKeys } from '../data/query-keys.ts';
import { useLiveEvents } from '../live/live.tsx';

/** The server lists no more. */
export const MOST = 100;

/** The newest files of a channel, or of all where it is empty; kept true while it is shown. */
export function useFiles(channel: string) {
  const client = useClient();
  const queryClient = useQueryClient();
  useLiveEvents((name) => {
    if (name !== 'message:created' && name !== 'message:deleted') return;
    void invalidate(queryClient, { queryKey: queryKeys.files() });
  });
  return useQuery<Attachment[]>({
    queryKey: queryKeys.files(channel),
    queryFn: () =>
      ok(client.files.get({ query: { limit: MOST, ...(channel ? { channel } : {}) } })),
  });
}
