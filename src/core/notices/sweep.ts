/** Notices of removed contacts and messages stay until they are withdrawn, for a day at most. */
import type { Tx } from '../../storage/store.ts';
import type { Emit } from '../bus.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { deleteContact, removedContacts } from '../reach/removed-contacts.ts';
import { toTimestamp } from '../time.ts';
import { deleteEnded, deleteNotices, hasOpen } from './sweep-table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes contacts removed over a day ago, and notices that ended then and have no message. */
export async function sweepNotices(inbox: Inbox): Promise<void> {
  const before = toTimestamp(inbox.now() - DAY_MS);
  await change(inbox, async (tx, emit) => {
    for (const { id, removedAt } of await removedContacts(tx)) {
      if (removedAt <= before) await deleteWithNotices(tx, emit, id);
    }
    await deleteEnded(tx, before);
  });
}

/** Within a change: deletes a contact that was removed, unless something is still to be withdrawn there. */
export async function dropContact(tx: Tx, emit: Emit, id: string): Promise<void> {
  if (!(await hasOpen(tx, { by: 'contactId', id }))) await deleteWithNotices(tx, emit, id);
}

/** Within a change: deletes the notices of a message that was removed, unless it is still to be withdrawn. */
export async function dropNotices(tx: Tx, messageId: string): Promise<void> {
  const whose = { by: 'messageId', id: messageId } as const;
  if (!(await hasOpen(tx, whose))) await deleteNotices(tx, whose);
}

async function deleteWithNotices(tx: Tx, emit: Emit, id: string): Promise<void> {
  await deleteNotices(tx, { by: 'contactId', id });
  await deleteContact(tx, emit, id);
}
