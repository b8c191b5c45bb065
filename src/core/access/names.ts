import { sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';

/** In a query: the name of the key with this id, also once it has ended; null without one. */
export const nameOfKey = (db: Tx, keyId: string) =>
  db.selectFrom('keys').select('keys.name').where('keys.id', '=', sql.ref<string>(keyId));

/** In a query: the name of the user with this id; null for a removed one. */
export const nameOfUser = (db: Tx, userId: string) =>
  db.selectFrom('users').select('users.name').where('users.id', '=', sql.ref<string>(userId));
