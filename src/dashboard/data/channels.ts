import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Agent, CreateAgent } from '../../core/channels/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Every channel that the person sees. */
export function useChannels() {
  const client = useClient();
  return useQuery<Agent[]>({
    queryKey: queryKeys.channels,
    queryFn: () => ok(client.agents.get()),
  });
}

export const useChannel = (id: string) => useChannels().data?.find((one) => one.id === id);

export function useCreateChannel() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Partial<CreateAgent> & { name: string }) =>
      ok(client.agents.post({ description: null, avatarUrl: null, webhookUrl: null, ...input })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.channels }),
  });
}
