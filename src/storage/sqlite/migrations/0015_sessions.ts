import type { Kysely } from 'kysely';

/** Where a session was begun and last used: of those from before nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['userAgent', 'address', 'lastSeenAt']) {
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
  }
}
