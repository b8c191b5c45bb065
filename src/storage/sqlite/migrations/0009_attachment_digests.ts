import type { Kysely } from 'kysely';

/** Null for a file stored before digests were computed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attachments').addColumn('sha256', 'text').execute();
}
