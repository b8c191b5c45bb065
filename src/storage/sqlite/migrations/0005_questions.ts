import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/**
 * Numbers the changes of messages, and lets a review wait for its draft to end: until then it has
 * no `openedAt` and need not have an `expiresAt`. SQLite can't drop a column's NOT NULL, so the
 * table is copied.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('messages')
    .addColumn('changeSeq', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update messages set "changeSeq" = seq`.execute(db);
  await sql`insert into counters (name, value)
    select 'changes', coalesce(max(seq), 0) from messages`.execute(db);

  await db.schema
    .createTable('reviews_new')
    .addColumn('messageId', 'text', (c) =>
      c.primaryKey().references('messages.id').onDelete('cascade'),
    )
    .addColumn('channelId', 'text')
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('expiresInSeconds', 'integer', (c) => c.notNull())
    .addColumn('expiresAt', 'text')
    .addColumn('openedAt', 'text')
    .addColumn('askedSeq', 'integer')
    .addColumn('response', 'text')
    .addColumn('respondedAt', 'text')
    .addColumn('respondedBy', 'text')
    .addColumn('callback', 'text')
    .addColumn('questionDigest', 'text')
    .addColumn('answerDigest', 'text')
    .execute();
  await copyReviews(db);
  await db.schema.dropTable('reviews').execute();
  await db.schema.alterTable('reviews_new').renameTo('reviews').execute();
  await createIndex(db, 'reviews', ['status', 'expiresAt']);
  await createIndex(db, 'reviews', ['status', 'messageId']);
  await createIndex(db, 'reviews', ['channelId', 'messageId']);
  await createIndex(db, 'reviews', ['channelId', 'status', 'messageId']);
}

/** An open review of an unfinished draft is closed until the draft ends. */
async function copyReviews(db: Kysely<unknown>) {
  await sql`insert into reviews_new
    ("messageId", "channelId", type, status, payload, "expiresInSeconds", "expiresAt", "openedAt",
     "askedSeq", response, "respondedAt", "respondedBy", callback)
    select r."messageId", r."channelId", r.type,
      case when r.status = 'pending' and m."streamState" = 'streaming' then 'draft' else r.status end,
      r.payload, r."expiresInSeconds",
      case when r.status = 'pending' and m."streamState" = 'streaming' then null else r."expiresAt" end,
      case when r.status = 'pending' and m."streamState" = 'streaming' then null else m."createdAt" end,
      case when r.status = 'pending' and m."streamState" = 'streaming' then null else m.seq end,
      r.response, r."respondedAt", r."respondedBy", r.callback
    from reviews r join messages m on m.id = r."messageId"`.execute(db);
}
