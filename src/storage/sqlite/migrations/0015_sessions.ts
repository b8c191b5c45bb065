import type { Kysely } from 'kysely';

/** The addresses where a session was started and last used: unknown for older ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['userAgent', 'address', 'lastSeenAt']) {
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
  }
}
