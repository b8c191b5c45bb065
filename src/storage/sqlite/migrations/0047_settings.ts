import { type Kysely, sql } from 'kysely';

/** The settings that owners change in the dashboard; a secret is sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table "settings" (
    "name" text primary key,
    "value" text not null,
    "isSealed" integer not null
  ) strict, without rowid`.execute(db);
}
