/** Contacts that were removed stay until everything there is withdrawn. */
import type { Tx } from '../../storage/store.ts';
import type { Emit } from '../bus.ts';
import { deleteContactRow, removedRows } from './contacts-table.ts';

export const removedContacts = (db: Tx) => removedRows(db);

/** Within a change: nothing of it is left. */
export async function deleteContact(tx: Tx, emit: Emit, id: string): Promise<void> {
  for (const { userId } of await deleteContactRow(tx, id)) emit('contact:changed', { userId });
}
