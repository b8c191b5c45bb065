import { type Kysely, sql } from 'kysely';

/** What a webhook was not sent is counted and sent again without reading all that it was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('deliveries_undelivered')
    .on('deliveries')
    .columns(['channelId', 'createdAt', 'id'])
    .where(sql.ref('status'), '=', sql.lit('failed'))
    .where(sql.ref('source'), '=', sql.lit('channel'))
    .execute();
}
