/** Records when and how an agent was first notified of the end of its question. */
import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { toTimestamp } from '../time.ts';
import type { ToldBy } from './schema.ts';
import { isUntold, markTold } from './table.ts';

/** Within a change: records it once. */
export const noteToldWithin = (inbox: Inbox, tx: Tx, messageId: string, by: ToldBy) =>
  markTold(tx, { messageId, toldAt: toTimestamp(inbox.now()), toldBy: by });

/** For a call that changes nothing else. Best effort: not awaited, and a failure is only logged. */
export function noteTold(inbox: Inbox, messageId: string, by: ToldBy): void {
  noteIfUntold(inbox, messageId, by).catch((err) =>
    inbox.log.warn({ err, messageId }, 'agent notification could not be recorded'),
  );
}

/** The same when an agent gets the message, if its question has ended. */
export function noteHanded(inbox: Inbox, caller: Caller, { id, review }: Message, by: ToldBy) {
  if (caller.kind !== 'agent' || !review || review.status === 'pending') return;
  noteTold(inbox, id, by);
}

async function noteIfUntold(inbox: Inbox, messageId: string, by: ToldBy): Promise<void> {
  if (!(await isUntold(inbox.store.read, messageId))) return;
  await change(inbox, (tx) => noteToldWithin(inbox, tx, messageId, by));
}
