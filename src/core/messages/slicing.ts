/** Scans texts slice by slice: between two slices others are served. */

import { bytesIn, lookFor } from '../../storage/search.ts';
import type { Tx } from '../../storage/store.ts';

/** Rows by `seq`: after `from`, up to `to`. */
export type Range = { from: number; to: number };
type Slicing = { words: string[]; isOldestFirst: boolean };

const [FIRST_SLICE, LARGEST_SLICE] = [2000, 10_000];
const SLICE_MS = 10;
/** How much text a slice scans, and how much text there may be if only the index is read. */
const [READ_BYTES, INDEXED_BYTES] = [4 * 1024 * 1024, 32 * 1024 * 1024];

/** Sizes each slice by the time that the previous one took. */
export async function* slicesOf(db: Tx, all: Range, slicing: Slicing): AsyncGenerator<Range> {
  let left = all;
  let size = FIRST_SLICE;
  while (true) {
    const slice = await bounded(db, slicing, left, size);
    const startedAt = performance.now();
    yield slice;
    size = nextSize(slice.to - slice.from, performance.now() - startedAt);
    left = slicing.isOldestFirst ? { ...left, from: slice.to } : { ...left, to: slice.from };
    if (left.from >= left.to) return;
    await new Promise(setImmediate);
  }
}

/**
 * Returns the next rows, as many as a slice may scan: a few long texts take as long as many short
 * ones.
 */
async function bounded(
  db: Tx,
  { words, isOldestFirst }: Slicing,
  left: Range,
  most: number,
): Promise<Range> {
  const { reads } = lookFor('message_search', words);
  const indexedBytes = reads === 0 ? INDEXED_BYTES : READ_BYTES / reads;
  let size = most;
  while (true) {
    const slice = isOldestFirst ? oldestOf(left, size) : newestOf(left, size);
    if (size === 1) return slice;
    const share = Math.max(
      (await bytesIn(db, 'message_search', slice)) / indexedBytes,
      ((await bytesIn(db, 'long_texts', slice)) * words.length) / READ_BYTES,
    );
    if (share <= 1) return slice;
    size = Math.max(1, Math.floor(size / Math.max(2, share)));
  }
}

/** Keeps slices as short as others can wait, even if many matches follow a stretch without any. */
function nextSize(size: number, tookMs: number): number {
  const wanted = Math.ceil(size * Math.min(2, SLICE_MS / tookMs));
  return Math.min(LARGEST_SLICE, Math.max(1, wanted));
}

const newestOf = ({ from, to }: Range, size: number) => ({ from: Math.max(from, to - size), to });
const oldestOf = ({ from, to }: Range, size: number) => ({ from, to: Math.min(to, from + size) });

/**
 * Returns the `seq` of the newest message up to an id, which may have been deleted; 0 if none is
 * left.
 */
export async function seqOf(db: Tx, operator: '<' | '<=', id: string): Promise<number> {
  const newest = db.selectFrom('messages').select('seq').where('id', operator, id);
  return (await newest.orderBy('id', 'desc').limit(1).executeTakeFirst())?.seq ?? 0;
}

export const newestSeq = (db: Tx) => seqOf(db, '<=', '\uffff');
