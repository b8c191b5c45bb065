import { useMutation, useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Device } from '../../core/access/device-schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The login that a machine requests, by the code it shows. */
export function useDevice(userCode: string) {
  const client = useClient();
  return useQuery<Device>({
    queryKey: queryKeys.device(userCode),
    queryFn: () => ok(client.auth.device.get({ query: { userCode } })),
    // A decided or expired code must not be shown from the cache.
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
