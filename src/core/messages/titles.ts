import { sql } from 'kysely';
import type { Tx } from '../../storage/store.ts';
import { objectIn } from '../json.ts';
import { isPresent } from '../removed-channels.ts';
import { titleIn } from './title.ts';

const LONGEST = 300;

/** Returns the titles of messages by id; one without a text has none. */
export async function titlesOf(db: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('messages')
    .leftJoin('reviews', 'reviews.messageId', 'messages.id')
    .select(['messages.id', 'reviews.type'])
    .select(sql<string | null>`substr(messages.text, 1, ${sql.lit(2 * LONGEST)})`.as('text'))
    .select(({ fn }) => fn.coalesce('reviews.listed', 'reviews.payload').as('payload'))
    .where('messages.id', 'in', ids)
    .where(isPresent(db, 'messages.channelId'))
    .execute();
  return new Map(
    rows.flatMap(({ id, text, type, payload }) => {
      // The audit log can be read even if the database was changed by hand.
      const asked = objectIn(payload);
      const title = titleIn({ text, review: asked && { type: type ?? '', payload: asked } });
      return title === null ? [] : [[id, title.slice(0, LONGEST).toWellFormed()] as const];
    }),
  );
}
