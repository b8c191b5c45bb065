import { type Kysely, sql } from 'kysely';

/** Makes existing texts searchable however their letters are composed, in slices after the start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into state (name, value)
    select 'composedUpTo', '""' where exists (select 1 from messages)`.execute(db);
}
