import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

export const pushKeyRow = (db: Tx): Promise<Row<'push_keys'> | undefined> =>
  db.selectFrom('push_keys').selectAll().orderBy('createdAt').limit(1).executeTakeFirst();

export const insertPushKey = (tx: Tx, row: Row<'push_keys'>) =>
  tx.insertInto('push_keys').values(row).execute();
