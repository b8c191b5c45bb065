/** Finds pending questions that contain every word of a search. */
import type { Tx } from '../../storage/store.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { cursorAfter, type Narrowed, type Place, placesAfter, readCursor } from './pending.ts';

/** How many rows, and how much text times the words, are scanned without serving others. */
const [SLICE, SLICE_BYTES] = [500, 4 * 1024 * 1024];

/** Returns the positions of a page, one more than the limit, and the total. */
export async function searchPending(
  db: Tx,
  scope: Channels,
  { cursor = '', limit, ...list }: Narrowed,
  words: string[],
) {
  const found: Place[] = [];
  let left = true;
  let last = '';
  while (left) {
    const rows = await placesAfter(db, scope, {
      ...list,
      cursor: last || undefined,
      limit: SLICE,
    });
    const slice = boundedBy(SLICE_BYTES / words.length, rows);
    const seqs = await sqlOf(db).texts.seqsThatHold(
      db,
      slice.map(({ seq }) => seq),
      words,
    );
    found.push(...slice.filter(({ seq }) => seqs.has(seq)));
    last = placeOf(slice.at(-1)) ?? last;
    left = slice.length < rows.length || rows.length === SLICE;
    await new Promise(setImmediate);
  }
  const places = pageAfter(cursor, found, list.order).slice(0, limit + 1);
  return { places, total: found.length };
}

/** Returns those after a cursor, in order. */
function pageAfter(cursor: string, found: Place[], order: Narrowed['order'] = 'expires'): Place[] {
  if (order === 'expires') return found.filter((one) => (placeOf(one) ?? '') > cursor);
  const sign = order === 'newest' ? -1 : 1;
  const compare = (one: string, other: string) => (one < other ? -sign : sign);
  const last = cursor === '' ? '' : readCursor(cursor).messageId;
  return found
    .filter(({ id }) => last === '' || (id !== last && compare(id, last) > 0))
    .sort((one, other) => compare(one.id, other.id));
}

const placeOf = (place: Place | undefined) => place && cursorAfter(place);

/** Returns as many of the rows, at least one. */
function boundedBy(mostBytes: number, rows: Place[]): Place[] {
  let left = mostBytes;
  const end = rows.findIndex(({ bytes }) => {
    left -= bytes;
    return left < 0;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}
