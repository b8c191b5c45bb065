import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/** The tests of the last hour: they count although their contact was removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contact_tests')
    .addColumn('userId', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'contact_tests', ['at']);
}
