import { type Kysely, sql } from 'kysely';

/**
 * A third end of a question: its agent no longer asks it. `withdrawnBy` is `agent`, or `inbox` for one that
 * the inbox withdrew. A rotated key leaves what it has asked to the next one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['withdrawnAt', 'withdrawnWhy', 'withdrawnBy']) {
    await db.schema.alterTable('reviews').addColumn(column, 'text').execute();
  }
  await createWithdrawnIndex(db, ['status', 'withdrawnAt', 'messageId', 'channelId', 'type']);
  await createWithdrawnIndex(db, ['channelId', 'status', 'withdrawnAt', 'messageId', 'type']);
  await db.schema.alterTable('keys').addColumn('rotatedTo', 'text').execute();
}

const createWithdrawnIndex = (db: Kysely<unknown>, columns: string[]): Promise<void> =>
  db.schema
    .createIndex(`reviews_withdrawn_${columns.join('_')}`)
    .on('reviews')
    .columns(columns)
    .where(sql.ref('status'), '=', sql.lit('withdrawn'))
    .execute();
