import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/** The pending questions that a person has opened. Older ones are new to all people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_reads')
    .addColumn('userId', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('messageId', 'text', (c) =>
      c.notNull().references('messages.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('review_reads_pk', ['userId', 'messageId'] as never[])
    .execute();
  await createIndex(db, 'review_reads', ['messageId']);
}
