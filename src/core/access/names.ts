import { sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';

/** In a query: the name of the user whose id that column is; null for whoever was removed. */
export const nameOfUser = (db: Tx, userId: string) =>
  db.selectFrom('users').select('users.name').where('users.id', '=', sql.ref<string>(userId));
