/** Slices of the texts: other requests are served between two of them. */
import { type Kysely, sql } from 'kysely';
import type { Range, Search } from '../search.ts';
import type { Tables } from '../tables.ts';

/** To find a long word takes as long in a small slice as in a large one. */
const [SMALLEST_SLICE, FIRST_SLICE, LARGEST_SLICE] = [1000, 2000, 10_000];
const SLICE_MS = 10;
/**
 * The bytes of text that a slice scans, and the bytes of text that there may be if only the index
 * is read.
 */
const [READ_BYTES, INDEXED_BYTES] = [4 * 1024 * 1024, 32 * 1024 * 1024];

/**
 * Yields slices, sized by the time that the one before took.
 * @param reads the number of times each text in the index is read
 */
export async function* slicesOf(
  db: Kysely<Tables>,
  search: Search,
  reads: number,
): AsyncGenerator<Range> {
  let left = search.range;
  let size = FIRST_SLICE;
  while (true) {
    const slice = await bounded(db, { ...search, range: left }, reads, size);
    const startedAt = performance.now();
    yield slice;
    size = nextSize(slice.to - slice.from, performance.now() - startedAt);
    left = search.isOldestFirst ? { ...left, from: slice.to } : { ...left, to: slice.from };
    if (left.from >= left.to) return;
    await new Promise(setImmediate);
  }
}

/**
 * Returns the next rows, as many as a slice may scan: a few long texts take as long as many short
 * ones.
 */
async function bounded(
  db: Kysely<Tables>,
  { words, range, isOldestFirst }: Search,
  reads: number,
  most: number,
): Promise<Range> {
  const indexedBytes = reads === 0 ? INDEXED_BYTES : READ_BYTES / reads;
  let size = most;
  while (true) {
    const slice = isOldestFirst ? oldestOf(range, size) : newestOf(range, size);
    if (size === 1) return slice;
    const share = Math.max(
      (await bytesIn(db, INDEXED, slice)) / indexedBytes,
      ((await bytesIn(db, LONG, slice)) * words.length) / READ_BYTES,
    );
    if (share <= 1) return slice;
    size = Math.max(1, Math.floor(size / Math.max(2, share)));
  }
}

/** Keeps slices as short as others can wait, even if many matches follow a stretch without any. */
function nextSize(size: number, tookMs: number): number {
  const wanted = Math.ceil(size * Math.min(2, SLICE_MS / tookMs));
  return Math.min(LARGEST_SLICE, Math.max(SMALLEST_SLICE, wanted));
}

const newestOf = ({ from, to }: Range, size: number) => ({ from: Math.max(from, to - size), to });
const oldestOf = ({ from, to }: Range, size: number) => ({ from, to: Math.min(to, from + size) });

/** The table in which FTS5 keeps the rows. */
const INDEXED = sql`select c0 as text, id as seq from message_search_content`;
const LONG = sql`select text, seq from long_texts`;

/** SQLite knows the length of a text without reading it. */
async function bytesIn(db: Kysely<Tables>, texts: typeof LONG, { from, to }: Range) {
  const bytes = sql<number>`coalesce(sum(octet_length(text)), 0)`;
  const { rows } = await sql<{ bytes: number }>`select ${bytes} as bytes from (${texts})
    where seq > ${from} and seq <= ${to}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
