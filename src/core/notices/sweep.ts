/** Notices of removed contacts and messages stay until they are withdrawn, for a day at most. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Emit } from '../bus.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { findContact } from '../reach/contacts.ts';
import { deleteContact, removedContacts } from '../reach/removed-contacts.ts';
import { toTimestamp } from '../time.ts';
import { gatheringIn } from './members.ts';
import { deleteGathering, gatheringsOf, hasMembers, isGatheringOpen } from './members-table.ts';
import { hasMessage } from './record-table.ts';
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
  if (await hasOpen(tx, whose)) return;
  const gatherings = await gatheringsOf(tx, messageId);
  await deleteNotices(tx, whose);
  for (const id of gatherings) await dropGathering(tx, id);
}

/** Within a change in which attempts ended: deletes what is left of what was removed, once nothing is open there. */
export async function dropRemoved(
  tx: Tx,
  emit: Emit,
  attempted: readonly Row<'notices'>[],
): Promise<void> {
  for (const id of new Set(attempted.map(({ contactId }) => contactId))) {
    if ((await findContact(tx, id))?.removedAt) await dropContact(tx, emit, id);
  }
  for (const id of new Set(attempted.flatMap(({ messageId }) => messageId ?? []))) {
    if (!(await hasMessage(tx, id))) await dropNotices(tx, id);
  }
  for (const id of new Set(attempted.flatMap((notice) => gatheringIn(notice) ?? []))) {
    await dropGathering(tx, id);
  }
}

/** Deletes a notice that counted questions whose messages were all removed, once it has been withdrawn. */
async function dropGathering(tx: Tx, id: string): Promise<void> {
  if ((await isGatheringOpen(tx, id)) || (await hasMembers(tx, id))) return;
  await deleteGathering(tx, id);
}

async function deleteWithNotices(tx: Tx, emit: Emit, id: string): Promise<void> {
  await deleteNotices(tx, { by: 'contactId', id });
  await deleteContact(tx, emit, id);
}
