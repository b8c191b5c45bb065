import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

/**
 * A page of pending reviews is read off an index, also where only some channels are seen; a list shows
 * a large payload by its words alone, which are kept beside it so that it is not read for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('reviews_status_expiresAt').execute();
  await createIndex(db, 'reviews', ['status', 'expiresAt', 'messageId', 'channelId', 'type']);
  await db.schema.alterTable('reviews').addColumn('listed', 'text').execute();
  // json_patch drops what is null.
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
