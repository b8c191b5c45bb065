import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/** Which pending questions a person has opened. What was asked before is new to everybody. */
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
