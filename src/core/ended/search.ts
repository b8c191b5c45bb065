/** Finds ended questions that contain every word of a search. */
import { sql } from 'kysely';
import { lookFor, texts } from '../../storage/search.ts';
import type { Tx } from '../../storage/store.ts';
import type { Channels } from '../access/callers.ts';
import { newestSeq, type Range, slicesOf } from '../messages/slicing.ts';
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
  const all = { from: 0, to: await newestSeq(db) };
  for await (const slice of slicesOf(db, all, { words: search.words, isOldestFirst: false })) {
    for (const table of ['message_search', 'long_texts'] as const) {
      const found = await foundIn(table, db, search, slice);
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

function foundIn(
  table: keyof typeof texts,
  db: Tx,
  { scope, wanted, words }: Search,
  { from, to }: Range,
): Promise<Place[]> {
  const seq = sql.ref<number>(texts[table]);
  return (
    db
      .selectFrom(table)
      // An inner join would let SQLite start with all reviews, again in each slice.
      .crossJoin('messages')
      .crossJoin('reviews')
      .where('messages.seq', '=', seq)
      .where(sql.ref('reviews.messageId'), '=', sql.ref('messages.id'))
      .select([sql<string>`${sql.ref(columnOf(wanted.review))}`.as('at'), 'messages.id'])
      .where(lookFor(table, words).holdsAll)
      .where(seq, '>', from)
      .where(seq, '<=', to)
      .where(fits(scope, wanted))
      .execute()
  );
}
