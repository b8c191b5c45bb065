import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

export async function deletePairings(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('pairings').where('userId', '=', userId).execute();
}

export async function deletePairing(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('pairings').where('id', '=', id).execute();
}

export const pairingsOf = (db: Tx, userId: string) =>
  db.selectFrom('pairings').select(['id', 'origin']).where('userId', '=', userId).execute();

/** Replaces the user's earlier ones. */
export async function replacePairing(tx: Tx, row: Row<'pairings'>): Promise<void> {
  await deletePairings(tx, row.userId);
  await tx.insertInto('pairings').values(row).execute();
}

export const pairingRow = (db: Tx, id: string) =>
  db.selectFrom('pairings').selectAll().where('id', '=', id).executeTakeFirst();

/** One whose code was not used yet. */
export const openPairing = (db: Tx, hash: string, now: string) =>
  db
    .selectFrom('pairings')
    .selectAll()
    .where('hash', '=', hash)
    .where('contactId', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

export async function closePairing(tx: Tx, id: string, contactId: string): Promise<void> {
  await tx.updateTable('pairings').set({ contactId }).where('id', '=', id).execute();
}
