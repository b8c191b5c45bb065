/** The ways to notify people, as owners set them. */
import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { SetWay, WayState, WayTrial, WayWasSet } from '../../core/settings/schema.ts';
import { type ContactKind, wayOf } from '../../ways/ways.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** No event reports that another owner has changed one. */
const LOOK_AGAIN_MS = 30_000;

const changes = [
  queryKeys.ways,
  queryKeys.bots,
  queryKeys.contacts,
  queryKeys.thisDevice,
  queryKeys.about,
];

/** Which ways work; for owners with their settings, but no secret. */
export function useWays() {
  const client = useClient();
  return useQuery<WayState[]>({
    queryKey: queryKeys.ways,
    queryFn: () => ok(client.ways.get()),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** Calls the service with settings that are not saved. */
export function useTryWay(kind: ContactKind) {
  const client = useClient();
  return useSave((input: SetWay) => ok<WayTrial>(client.ways({ kind }).test.post(input)));
}

export function useSetWay(kind: ContactKind) {
  const client = useClient();
  const set = (input: SetWay) => ok<WayWasSet>(client.ways({ kind }).put(input));
  return useSave(set, { changes, said: `${wayOf(kind).label} saved` });
}

export function useTurnWayOff(kind: ContactKind) {
  const client = useClient();
  const turnOff = (password: string) => ok<WayState>(client.ways({ kind }).delete({ password }));
  return useSave(turnOff, { changes, said: `${wayOf(kind).label} turned off` });
}
