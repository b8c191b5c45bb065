/** How this inbox notifies people, as owners have set it. */
import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { WayState, WayTrial, WayWasSet } from '../../core/settings/schema.ts';
import { type ContactKind, wayOf } from '../../ways/ways.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** Another owner may change them. */
const LOOK_AGAIN_MS = 30_000;

const changes = [queryKeys.ways, queryKeys.bots, queryKeys.contacts, queryKeys.thisDevice];

export function useWays() {
  const client = useClient();
  return useQuery<WayState[]>({
    queryKey: queryKeys.ways,
    queryFn: () => ok(client.ways.get()),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** `settings` by name; null removes one. */
export type WayInput = { password: string; settings: Record<string, string | null> };

export function useSetWay(kind: ContactKind) {
  const client = useClient();
  return useSave((input: WayInput) => ok<WayWasSet>(client.ways({ kind }).put(input)), {
    changes,
    said: `${wayOf(kind).label} saved`,
  });
}

/** Calls the service, and saves nothing. */
export function useTryWay(kind: ContactKind) {
  const client = useClient();
  return useSave((input: WayInput) => ok<WayTrial>(client.ways({ kind }).test.post(input)));
}

export function useTurnWayOff(kind: ContactKind) {
  const client = useClient();
  return useSave((password: string) => ok<WayState>(client.ways({ kind }).delete({ password })), {
    changes,
    said: `${wayOf(kind).label} is off`,
  });
}
