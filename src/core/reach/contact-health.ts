/** How sending to a contact went. */
import type { Tx } from '../../storage/store.ts';
import type { Emit } from '../bus.ts';
import { setSent, updateContactRow } from './contacts-table.ts';

type Contact = { id: string; userId: string };

/** Within a change: the provider took something. */
export async function noteSent(tx: Tx, id: string, at: string): Promise<void> {
  await setSent(tx, { id, at });
}

/** Within a change: its device confirmed that something arrived. */
export async function noteReceived(
  tx: Tx,
  emit: Emit,
  { contactId, userId }: { contactId: string; userId: string },
  at: string,
): Promise<void> {
  await updateContactRow(tx, contactId, { lastReceivedAt: at });
  emit('contact:changed', { userId });
}

/** Within a change: nothing can be sent there as things are; it is tried again with what comes next. */
export async function noteFailing(tx: Tx, emit: Emit, { id, userId }: Contact, at: string) {
  await updateContactRow(tx, id, { failingSince: at });
  emit('contact:changed', { userId });
}

/** Within a change: the provider says that it is no more. */
export async function disableContact(
  tx: Tx,
  emit: Emit,
  { id, userId }: Contact,
  { at, reason }: { at: string; reason: string },
): Promise<void> {
  await updateContactRow(tx, id, { disabledAt: at, disabledReason: reason });
  emit('contact:changed', { userId });
}
