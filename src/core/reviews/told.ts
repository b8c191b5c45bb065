/** That the agent has heard how its question ended: when first, and by what. */
import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { toTimestamp } from '../time.ts';
import type { ToldBy } from './schema.ts';
import { isUntold, markTold } from './table.ts';

/** Within a change: notes it unless it was told before. */
export const noteToldWithin = (inbox: Inbox, tx: Tx, messageId: string, by: ToldBy) =>
  markTold(tx, { messageId, toldAt: toTimestamp(inbox.now()), toldBy: by });

/** For a call that changes nothing else. It is not worth waiting for or failing over. */
export function noteTold(inbox: Inbox, messageId: string, by: ToldBy): void {
  noteIfUntold(inbox, messageId, by).catch((err) =>
    inbox.log.warn({ err, messageId }, 'agent notification could not be recorded'),
  );
}

/** The same where an agent is handed the message, if its question has ended. */
export function noteHanded(inbox: Inbox, caller: Caller, { id, review }: Message, by: ToldBy) {
  if (caller.kind !== 'agent' || !review || review.status === 'pending') return;
  noteTold(inbox, id, by);
}

async function noteIfUntold(inbox: Inbox, messageId: string, by: ToldBy): Promise<void> {
  if (!(await isUntold(inbox.store.read, messageId))) return;
  await change(inbox, (tx) => noteToldWithin(inbox, tx, messageId, by));
}
