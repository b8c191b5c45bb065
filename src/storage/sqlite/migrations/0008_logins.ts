import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/** Failed tries by address and account, and the addresses from which users logged in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tries')
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('startedAt', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('tries_key', ['what', 'address', 'account'])
    .execute();
  await createIndex(db, 'tries', ['startedAt']);

  await db.schema
    .createTable('login_addresses')
    .addColumn('userId', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('login_addresses_key', ['userId', 'address'])
    .execute();
  await createIndex(db, 'login_addresses', ['at']);
}
