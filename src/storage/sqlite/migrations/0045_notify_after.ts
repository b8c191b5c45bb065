import type { Kysely } from 'kysely';

/** How long people are not notified of a channel's questions; null for as long as each question says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('channels').addColumn('notifyAfterSeconds', 'integer').execute();
}
