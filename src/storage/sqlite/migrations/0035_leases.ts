import { type Kysely, sql } from 'kysely';

/** A delivery that is being sent has a lease. What an ended process had claimed is due again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('leasedUntil', 'text').execute();
  await sql`update deliveries set status = 'pending' where status = 'sending'`.execute(db);
  await db.schema
    .createIndex('deliveries_sending')
    .on('deliveries')
    .columns(['leasedUntil'])
    .where(sql.ref('status'), '=', sql.lit('sending'))
    .execute();
}
