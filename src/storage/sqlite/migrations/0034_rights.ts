import type { Kysely } from 'kysely';

/** The right to answer at a contact, and what ended it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['madeBy', 'answersEndedAt', 'answersEndedBy']) {
    await db.schema.alterTable('contacts').addColumn(name, 'text').execute();
  }
}
