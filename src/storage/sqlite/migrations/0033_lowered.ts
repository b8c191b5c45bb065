import type { Kysely } from 'kysely';
import { createIndex } from './create-index.ts';

/** How many critical questions a channel and a key may ask in an hour: further ones are lowered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('channels')
    .addColumn('criticalPerHour', 'integer', (c) => c.notNull().defaultTo(5))
    .execute();
  await db.schema
    .alterTable('reviews')
    .addColumn('lowered', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('critical_asks')
    .addColumn('channelId', 'text', (c) => c.notNull())
    .addColumn('askedBy', 'text')
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'critical_asks', ['at']);
}
