import type { Kysely } from 'kysely';

/** Of a file that was stored before nobody has computed one: null. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attachments').addColumn('sha256', 'text').execute();
}
