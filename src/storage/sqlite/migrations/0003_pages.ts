import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/** Indexes from whose end a page by review or by files is read, for the caller's channels too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('channelId', 'text').execute();
  await sql`update reviews set "channelId" =
    (select "channelId" from messages where messages.id = reviews."messageId")`.execute(db);
  await createIndex(db, 'reviews', ['status', 'messageId']);
  await createIndex(db, 'reviews', ['channelId', 'messageId']);
  await createIndex(db, 'reviews', ['channelId', 'status', 'messageId']);
  await createIndex(db, 'attachments', ['channelId', 'messageId']);
}
