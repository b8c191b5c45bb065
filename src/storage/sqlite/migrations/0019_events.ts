import type { Kysely } from 'kysely';

/**
 * A log of what happens. It begins after the changes that were counted before there was one. Without an
 * index by channel: it would cost each send as much as the row, and a page looks at few rows anyway.
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
