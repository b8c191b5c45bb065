import { type Kysely, sql } from 'kysely';

/** A page by review or by files is read off the end of an index, in the caller's channels too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('channelId', 'text').execute();
  await sql`update reviews set "channelId" =
    (select "channelId" from messages where messages.id = reviews."messageId")`.execute(db);
  await index(db, 'reviews', ['status', 'messageId']);
  await index(db, 'reviews', ['channelId', 'messageId']);
  await index(db, 'reviews', ['channelId', 'status', 'messageId']);
  await index(db, 'attachments', ['channelId', 'messageId']);
}

const index = (db: Kysely<unknown>, table: string, columns: string[]) =>
  db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
