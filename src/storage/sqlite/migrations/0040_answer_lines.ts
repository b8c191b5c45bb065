import type { Kysely } from 'kysely';

/** Lists cut the payload that has the labels of an answer: its line is stored with it, as the verdict is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('answerLine', 'text').execute();
}
