import { backupStatus } from '../backups/scheduled.ts';
import type { Inbox } from '../inbox.ts';
import { countPending } from '../webhooks/deliveries.ts';

export type Load = Awaited<ReturnType<typeof measureLoad>>;

/** Measures the load of the inbox and its size on disk. */
export async function measureLoad(inbox: Inbox) {
  return {
    /** In milliseconds since 1970. */
    startedAt: inbox.openedAt,
    ...inbox.store.commits(),
    waiters: inbox.waiting.held.count,
    pending: await countPending(inbox),
    backups: await backupStatus(inbox),
    ...(await inbox.store.size()),
  };
}
