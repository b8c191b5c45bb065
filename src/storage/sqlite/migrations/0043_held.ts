import { type Kysely, sql } from 'kysely';

/** Questions that are withdrawn once their agent has gone: until when each is held, and by which of its leases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('heldUntil', 'text').execute();
  await db.schema.alterTable('reviews').addColumn('lease', 'integer').execute();
  await sql`create index "reviews_heldUntil" on "reviews" ("heldUntil")
    where "heldUntil" is not null and "status" = 'pending'`.execute(db);
}
