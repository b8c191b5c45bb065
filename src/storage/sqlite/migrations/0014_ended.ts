import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/**
 * Lists questions that have ended by the time at which they did, even for only some of the
 * channels. The indexes leave out pending ones, so that asking costs no more than before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createEndedIndex(db, 'completed', ['status', 'respondedAt', 'messageId']);
  await createEndedIndex(db, 'completed', ['channelId', 'status', 'respondedAt', 'messageId']);
  await createEndedIndex(db, 'expired', ['channelId', 'status', 'expiresAt', 'messageId']);
  await createIndex(db, 'retracted', ['at', 'id']);
  await createIndex(db, 'retracted', ['channelId', 'at', 'id']);
  await db.schema.dropIndex('retracted_channelId_id').execute();
}

async function createEndedIndex(
  db: Kysely<unknown>,
  status: string,
  columns: string[],
): Promise<void> {
  await db.schema
    .createIndex(`reviews_${status}_${columns.join('_')}`)
    .on('reviews')
    .columns(columns)
    .where(sql.ref('status'), '=', sql.lit(status))
    .execute();
}
