import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { Session } from '../../core/access/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** A login in another browser emits no event. */
const LOOK_AGAIN_MS = 30_000;

/** The person's sessions, newest first. */
export function useSessions() {
  const client = useClient();
  return useQuery<Session[]>({
    queryKey: queryKeys.sessions,
    queryFn: () => ok(client.auth.sessions.get()),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function useEndSession() {
  const client = useClient();
  return useSave((id: string) => ok(client.auth.sessions({ id }).delete()), {
    changes: [queryKeys.sessions],
    said: 'Session ended',
  });
}

export function useEndOtherSessions() {
  const client = useClient();
  return useSave((_: undefined) => ok(client.auth.sessions.delete()), {
    changes: [queryKeys.sessions],
    said: 'All other sessions ended',
  });
}
