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
    ...(await inbox.store.size()),
  };
}
