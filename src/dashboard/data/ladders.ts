import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Ladder } from '../../core/notify/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** Who is notified later of a channel's questions; for owners. */
export function useLadder(channelId: string) {
  const client = useClient();
  return useQuery<Ladder>({
    queryKey: queryKeys.ladder(channelId),
    queryFn: () => ok(client.agents({ id: channelId }).ladder.get()),
    staleTime: 0,
  });
}

export function useSetLadder(channelId: string) {
  const client = useClient();
  return useSave((input: Ladder) => ok(client.agents({ id: channelId }).ladder.put(input)), {
    changes: [queryKeys.ladder(channelId)],
    said: 'Escalation saved',
  });
}
