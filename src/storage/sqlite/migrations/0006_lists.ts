import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/**
 * Reads a page of pending reviews from an index, even for only some of the channels; stores the
 * text that lists show of a large payload beside it, so that lists need not read the payload.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('reviews_status_expiresAt').execute();
  await createIndex(db, 'reviews', ['status', 'expiresAt', 'messageId', 'channelId', 'type']);
  await db.schema.alterTable('reviews').addColumn('listed', 'text').execute();
  // json_patch drops null values.
  await sql`update reviews set listed = json_patch('{}', json_object(
      'title', ${wordIn('title')}, 'description', ${wordIn('description')},
      'prompt', ${wordIn('prompt')}))
    where octet_length(payload) > 16384`.execute(db);
}

const wordIn = (name: string) => {
  const path = sql.lit(`$.${name}`);
  return sql`case when json_type(payload, ${path}) = 'text'
    then substr(json_extract(payload, ${path}), 1, 1000) end`;
};
