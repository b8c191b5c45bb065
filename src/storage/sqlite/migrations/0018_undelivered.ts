import { type Kysely, sql } from 'kysely';

/** Indexes to count and resend a webhook's undelivered messages without reading the delivered ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('deliveries_undelivered')
    .on('deliveries')
    .columns(['channelId', 'createdAt', 'id'])
    .where(sql.ref('status'), '=', sql.lit('failed'))
    .where(sql.ref('source'), '=', sql.lit('channel'))
    .execute();
}
