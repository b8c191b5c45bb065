import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/** Who has seen which question, and when: a read mark is gone once its user marks the question as unread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('seen')
    .addColumn('messageId', 'text', (c) =>
      c.notNull().references('messages.id').onDelete('cascade'),
    )
    .addColumn('userId', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('at', 'text')
    .addPrimaryKeyConstraint('seen_pk', ['messageId', 'userId'])
    .execute();
  await createIndex(db, 'seen', ['userId']);
  await sql`insert into seen ("messageId", "userId") select "messageId", "userId" from review_reads`.execute(
    db,
  );
}
