import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

export const insertContact = (tx: Tx, row: Row<'contacts'>) =>
  tx.insertInto('contacts').values(row).execute();

export async function updateContactRow(tx: Tx, id: string, set: Partial<Row<'contacts'>>) {
  await tx.updateTable('contacts').set(set).where('id', '=', id).execute();
}

/** Also one that is removed. */
export const contactRow = (db: Tx, id: string) =>
  db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();

export const contactAt = (db: Tx, digest: string) =>
  db.selectFrom('contacts').selectAll().where('digest', '=', digest).executeTakeFirst();

export const contactsOf = (db: Tx, userId: string) =>
  db
    .selectFrom('contacts')
    .selectAll()
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();

export const removedRows = (db: Tx) =>
  db
    .selectFrom('contacts')
    .select(['id', 'removedAt'])
    .where('removedAt', 'is not', null)
    .$narrowType<{ removedAt: string }>()
    .execute();

export const deleteContactRow = (tx: Tx, id: string) =>
  tx.deleteFrom('contacts').where('id', '=', id).returning('userId').execute();
