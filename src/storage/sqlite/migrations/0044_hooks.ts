import { type Kysely, sql } from 'kysely';

/** Counts of calls of hooks that the inbox did not understand; and when a tool ran although it was denied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table "hook_faults" (
    "keyId" text not null references "keys" ("id") on delete cascade,
    "client" text not null,
    "version" text not null,
    "reason" text not null,
    "count" integer not null,
    "lastAt" text not null,
    "saidAt" text,
    primary key ("keyId", "client", "version", "reason")
  ) strict, without rowid`.execute(db);
  await db.schema.alterTable('reviews').addColumn('ranAt', 'text').execute();
}
