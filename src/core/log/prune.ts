import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { deleteEventsBefore } from './table.ts';

const AT_ONCE = 1000;

/** Deletes events older than the retention time; the newest always stays. */
export async function pruneEvents(inbox: Inbox): Promise<void> {
  const { eventsKeepMs } = inbox;
  if (eventsKeepMs === null) return;
  const before = toTimestamp(inbox.now() - eventsKeepMs);
  await inSlices(
    async () =>
      (await changeByItself(inbox, (change) => deleteEventsBefore(change, before, AT_ONCE))) ===
      AT_ONCE,
  );
}
