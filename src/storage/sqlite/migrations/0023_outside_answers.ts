import type { Kysely } from 'kysely';

/** Answers from a contact, and answers that a question gives itself when it expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('contacts')
    .addColumn('isLocal', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  for (const name of ['defaultAnswer', 'defaultReason']) {
    await db.schema.alterTable('reviews').addColumn(name, 'text').execute();
  }
}
