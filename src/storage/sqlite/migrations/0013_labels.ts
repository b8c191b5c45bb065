import { type Kysely, sql } from 'kysely';

/** Makes existing questions searchable by their words and labels, in slices after the start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into state (name, value)
    select 'questionsIndexedUpTo', '""' where exists (select 1 from reviews)`.execute(db);
}
