import type { Kysely } from 'kysely';

/**
 * The log of events. It begins after the changes that were numbered before it existed. It has no
 * index by channel: that would cost each send as much as the row, and a page reads few rows anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('seq', 'integer', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('channelId', 'text')
    .addColumn('subjectId', 'text')
    .addColumn('actor', 'text')
    .addColumn('payload', 'text')
    .execute();
}
