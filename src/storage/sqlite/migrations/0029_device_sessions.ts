import type { Kysely } from 'kysely';

/** A device login ends in a token, or the session of a browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('device_logins')
    .addColumn('grants', 'text', (c) => c.notNull().defaultTo('token'))
    .execute();
}
