import { type Kysely, sql } from 'kysely';

/** Where messages come from: their agent's session, and the call by which a repeated question is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['session', 'callId', 'callDigest']) {
    await db.schema.alterTable('messages').addColumn(column, 'text').execute();
  }
  await sql`update messages set session = metadata ->> '$.source.session'
    where metadata is not null and json_type(metadata, '$.source.client') = 'text'
    and json_type(metadata, '$.source.session') = 'text'`.execute(db);
  await sql`create index "messages_session" on "messages" ("session", "id")
    where "session" is not null`.execute(db);
  await sql`create index "messages_callId" on "messages" ("callId", "channelId", "session", "id")
    where "callId" is not null`.execute(db);
}
