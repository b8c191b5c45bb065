import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/** Codes by which a chat becomes a contact of the user who has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pairings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('rules', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .addColumn('contactId', 'text')
    .execute();
  await createIndex(db, 'pairings', ['hash'], 'unique');
  await createIndex(db, 'pairings', ['userId']);
  // Most notices never have one: each entry would be another page to write.
  await db.schema
    .createIndex('notices_contactId_handle')
    .on('notices')
    .columns(['contactId', 'handle'])
    .where(sql.ref('handle'), 'is not', null)
    .execute();
}
