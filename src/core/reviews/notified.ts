/** Records when and how an agent was first notified of the end of its question. */
import type { Caller } from '../access/callers.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { toTimestamp } from '../time.ts';
import { isUnnotified, setNotified } from './record-table.ts';
import type { NotifiedBy } from './schema.ts';

/** Records it once. */
export const recordNotifiedWithin = (change: Change, messageId: string, by: NotifiedBy) =>
  setNotified(change, { messageId, toldAt: toTimestamp(change.inbox.now()), toldBy: by });

/** For a call that changes nothing else. Best effort: not awaited, and a failure is only logged. */
export function recordNotified(inbox: Inbox, messageId: string, by: NotifiedBy): void {
  recordIfUnnotified(inbox, messageId, by).catch((err) =>
    inbox.log.warn({ err, messageId }, 'agent notification could not be recorded'),
  );
}

/** Records that an agent gets the message, if its question has ended. */
export function recordDelivered(
  inbox: Inbox,
  caller: Caller,
  { id, review }: Message,
  by: NotifiedBy,
) {
  if (caller.kind !== 'agent' || !review || review.status === 'pending') return;
  recordNotified(inbox, id, by);
}

async function recordIfUnnotified(inbox: Inbox, messageId: string, by: NotifiedBy): Promise<void> {
  if (!(await isUnnotified(inbox.store.read, messageId))) return;
  await changeByItself(inbox, (change) => recordNotifiedWithin(change, messageId, by));
}
