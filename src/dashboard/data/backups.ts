import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { BackupStatus } from '../../core/backups/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';

const LOOK_AGAIN_MS = 60_000;

/** The state of the scheduled backups, for owners: a missed one emits no event. */
export function useBackups() {
  const client = useClient();
  return useQuery<BackupStatus>({
    queryKey: queryKeys.backups,
    queryFn: () => ok(client.backups.get()),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
