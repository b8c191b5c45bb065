import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/** The key that asked a review or made a channel, and the size of a payload: null for older ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('askedBy', 'text').execute();
  await db.schema
    .alterTable('reviews')
    .addColumn('payloadBytes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update reviews set "payloadBytes" = octet_length(payload)
    where status = 'pending'`.execute(db);
  await createIndex(db, 'reviews', ['askedBy', 'status', 'payloadBytes']);
  await db.schema.alterTable('channels').addColumn('madeBy', 'text').execute();
  await createIndex(db, 'channels', ['madeBy']);
}
