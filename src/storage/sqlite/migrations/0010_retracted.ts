import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/** The record of a retracted question: that it existed, and how it had ended; none of its text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('retracted')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('channelId', 'text', (c) =>
      c.notNull().references('channels.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('selectedOption', 'text')
    .addColumn('respondedBy', 'text')
    .addColumn('retractedBy', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'retracted', ['channelId', 'id']);
}
