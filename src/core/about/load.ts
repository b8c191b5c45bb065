import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupStatus } from '../backups/scheduled.ts';
import type { Inbox } from '../inbox.ts';
import { countWaiting } from '../reviews/waiters.ts';
import { countPending } from '../webhooks/deliveries.ts';

export type Load = Awaited<ReturnType<typeof measureLoad>>;

/** Measures the load of the inbox and its size on disk. */
export async function measureLoad(inbox: Inbox) {
  return {
    /** In milliseconds since 1970. */
    startedAt: inbox.openedAt,
    ...inbox.store.commits(),
    waiters: countWaiting(inbox.waiting),
    pending: await countPending(inbox),
    backups: await backupStatus(inbox),
    ...(await databaseSizes(inbox.data)),
  };
}

export async function databaseSizes(data: string) {
  const sizeOf = (name: string) =>
    stat(join(data, name)).then(
      ({ size }) => size,
      () => 0,
    );
  const [databaseBytes, walBytes] = await Promise.all([sizeOf('inbox.db'), sizeOf('inbox.db-wal')]);
  return { databaseBytes, walBytes };
}
