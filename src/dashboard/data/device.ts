import { useMutation, useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { BrowserOutcome, Device, DeviceBegun } from '../../core/access/device-schema.ts';
import { deviceName } from '../push/support.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useBegin } from './session.ts';

/** Requests to log in this browser by a code that is approved in another. */
export function useCodeLogIn() {
  const client = useClient();
  return useQuery<DeviceBegun>({
    queryKey: queryKeys.codeLogIn,
    queryFn: () => ok(client.auth.device.post({ name: deviceName(), grants: 'session' })),
    gcTime: 0,
  });
}

/** Follows the decision, and logs in once it is approved. */
export function useCodeDecision(begun: DeviceBegun | undefined) {
  const client = useClient();
  const begin = useBegin();
  const deviceCode = begun?.deviceCode ?? '';
  return useQuery<BrowserOutcome['status']>({
    queryKey: [...queryKeys.codeLogIn, deviceCode],
    queryFn: async () => {
      const { status } = await ok<BrowserOutcome>(client.auth.device.session.post({ deviceCode }));
      // If it has expired, too: the response to an approval may have been lost.
      if (status !== 'pending') await begin();
      return status;
    },
    enabled: begun !== undefined,
    gcTime: 0,
    // Asked again as soon as the person comes back from the other browser.
    refetchOnWindowFocus: ({ state }) => (isDecided(state.data) ? false : 'always'),
    refetchInterval: ({ state }) =>
      isDecided(state.data) ? false : (begun?.intervalSeconds ?? 0) * 1000,
  });
}

const isDecided = (status: BrowserOutcome['status'] | undefined) =>
  status !== undefined && status !== 'pending';

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
