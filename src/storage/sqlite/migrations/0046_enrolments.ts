import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/** Codes by which a machine gets a key for its coding agent, once; and the machines that have got one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table "enrolments" (
    "id" text primary key,
    "hash" text not null,
    "client" text not null,
    "channelId" text,
    "makerId" text not null,
    "makerOrigin" text not null,
    "expiresAt" text not null
  ) strict`.execute(db);
  await createIndex(db, 'enrolments', ['hash'], 'unique');
  await createIndex(db, 'enrolments', ['makerId']);
  await sql`create table "machines" (
    "keyId" text primary key references "keys" ("id") on delete cascade,
    "client" text not null,
    "host" text not null,
    "version" text,
    "channelId" text not null,
    "isUsual" integer not null,
    "connectedAt" text not null,
    "lastAskedAt" text
  ) strict, without rowid`.execute(db);
}
