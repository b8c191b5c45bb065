import { useMutation, useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Device } from '../../core/access/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The log-in that a machine asks for, by the code it shows. */
export function useDevice(userCode: string) {
  const client = useClient();
  return useQuery<Device>({
    queryKey: queryKeys.device(userCode),
    queryFn: () => ok(client.auth.device.get({ query: { userCode } })),
    // A code that was decided or has run out is not to be shown from memory.
    gcTime: 0,
    retry: false,
  });
}

export type Decision = 'approve' | 'deny';

export function useDecideDevice(userCode: string) {
  const client = useClient();
  return useMutation({
    mutationFn: async (decision: Decision): Promise<Decision> => {
      await ok<unknown>(client.auth.device[decision].post({ userCode }));
      return decision;
    },
  });
}
