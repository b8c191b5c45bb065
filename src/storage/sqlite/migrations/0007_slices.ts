import type { Kysely } from 'kysely';

/**
 * Records work that is too large for one transaction: the rows of a removed channel, and the index
 * of a long text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('removed_channels')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .execute();
  await db.schema
    .createTable('long_texts')
    .addColumn('seq', 'integer', (c) =>
      c.primaryKey().references('messages.seq').onDelete('cascade'),
    )
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
}
