import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import { namedApart } from '../../core/channels/names.ts';
import type { Agent, CreateAgent, UpdateAgent } from '../../core/channels/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { invalidate } from './readings.ts';
import { useSave } from './save.ts';

/** Every visible channel, by a name that no other one has. */
export const useChannels = () => useStored(namedApart);

export const useChannel = (id: string) => useChannels().data?.find((one) => one.id === id);

/** Returns a channel with the name that it was given. */
export const useStoredChannel = (id: string) =>
  useStored(unchanged).data?.find((one) => one.id === id);

const unchanged = (channels: Agent[]) => channels;

function useStored(select: (channels: Agent[]) => Agent[]) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.channels,
    queryFn: () => ok(client.agents.get()),
    select,
  });
}

export function useCreateChannel() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Partial<CreateAgent> & { name: string }) =>
      ok(client.agents.post({ description: null, avatarUrl: null, webhookUrl: null, ...input })),
    onSuccess: () => invalidate(queryClient, { queryKey: queryKeys.channels }),
  });
}

export function useChangeChannel(channelId: string) {
  const client = useClient();
  return useSave((input: UpdateAgent) => ok(client.agents({ id: channelId }).patch(input)), {
    changes: [queryKeys.channels],
    said: ({ name }) => `${name} saved`,
  });
}

export function useDeleteChannel(channelId: string, name: string) {
  const client = useClient();
  return useSave(() => ok(client.agents({ id: channelId }).delete()), {
    changes: [queryKeys.channels],
    said: `Channel ${name} deleted`,
  });
}
