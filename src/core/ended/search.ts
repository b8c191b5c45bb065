/** Finds ended questions that contain every word of a search. */
import { sql } from 'kysely';
import type { Found } from '../../storage/search.ts';
import type { Tx } from '../../storage/store.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { newestSeq } from '../messages/seqs.ts';
import { placeAt } from '../reviews/ended.ts';
import { columnOf, fits, type Place, type Wanted } from './places.ts';

type Search = { scope: Channels; wanted: Wanted; words: string[] };
type Page = { cursor?: string | undefined; limit: number; signal?: AbortSignal | undefined };

/** Returns the first positions after a cursor, and the total: for both, all texts are scanned. */
export async function searchEnded(
  db: Tx,
  search: Search,
  { cursor, limit, signal }: Page,
): Promise<{ places: Place[]; total: number }> {
  let first: Sortable[] = [];
  let total = 0;
  const range = { from: 0, to: await newestSeq(db) };
  const looked = { words: search.words, range, isOldestFirst: false };
  for await (const part of sqlOf(db).texts.search(db, looked)) {
    for (const some of part) {
      const found = await placesIn(some, db, search);
      total += found.length;
      const left = found.map(sortable).filter(({ place }) => !cursor || place < cursor);
      first = [...first, ...left].sort(latestFirst).slice(0, limit);
    }
    if (signal?.aborted) break;
  }
  return { places: first, total };
}

type Sortable = Place & { place: string };
const sortable = ({ at, id }: Place): Sortable => ({ at, id, place: placeAt(at, id) });
const latestFirst = (one: Sortable, other: Sortable) => (one.place < other.place ? 1 : -1);

const placesIn = ({ messages }: Found, db: Tx, { scope, wanted }: Search): Promise<Place[]> =>
  messages
    // An inner join would let SQLite begin with all reviews, in each part again.
    .crossJoin('reviews')
    .where(sql.ref('reviews.messageId'), '=', sql.ref('messages.id'))
    .select([sql<string>`${sql.ref(columnOf(wanted.review))}`.as('at'), 'messages.id'])
    .where(fits(db, scope, wanted))
    .execute();
