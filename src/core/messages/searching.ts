import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../storage/open.ts';
import { bytesIn, lookFor, texts } from '../../storage/search.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Channels } from '../access/callers.ts';
import { filesWith } from '../files/stored.ts';
import { cutAroundWords } from './cut.ts';
import type { ListMessages, Message } from './schema.ts';
import { reviewWith, selectFound, selectMessages, withFiles } from './stored.ts';

/** Rows, by `seq`: after `from`, up to `to`. */
type Range = { from: number; to: number };
type Search = { scope: Channels; list: ListMessages; words: string[] };

const [FIRST_SLICE, LARGEST_SLICE] = [2000, 10_000];
const SLICE_MS = 10;
/** So much text is read through in a slice, and so much is behind what the index alone is asked. */
const [READ_BYTES, INDEXED_BYTES] = [4 * 1024 * 1024, 32 * 1024 * 1024];

/**
 * Walks the texts in the order of the page, slice by slice until the page is full or nobody wants it
 * any more. Between two slices others are served: a word that is nowhere, or not in the caller's
 * channels, makes it walk past all messages.
 */
export async function searchPage(db: Tx, search: Search, signal?: AbortSignal): Promise<Message[]> {
  const { list } = search;
  const found: Message[] = [];
  let left = await rangeOf(db, list);
  let size = FIRST_SLICE;
  while (true) {
    const slice = await bounded(db, search, left, size);
    const startedAt = performance.now();
    found.push(...(await searchSlice(db, search, slice, list.limit + 1 - found.length)));
    size = nextSize(slice.to - slice.from, performance.now() - startedAt);
    left = list.after === undefined ? { ...left, to: slice.from } : { ...left, from: slice.to };
    if (found.length > list.limit || left.from >= left.to || signal?.aborted) return found;
    await new Promise(setImmediate);
  }
}

/** The next rows, as many as can be looked through at once: a few long texts take as long as many short. */
async function bounded(db: Tx, { list, words }: Search, left: Range, most: number): Promise<Range> {
  const { reads } = lookFor('message_search', words);
  const indexedBytes = reads === 0 ? INDEXED_BYTES : READ_BYTES / reads;
  let size = most;
  while (true) {
    const slice = list.after === undefined ? newestOf(left, size) : oldestOf(left, size);
    if (size === 1) return slice;
    const share = Math.max(
      (await bytesIn(db, 'message_search', slice)) / indexedBytes,
      ((await bytesIn(db, 'long_texts', slice)) * words.length) / READ_BYTES,
    );
    if (share <= 1) return slice;
    size = Math.max(1, Math.floor(size / Math.max(2, share)));
  }
}

/** So that it takes as long as others can wait, also where much is found after a stretch of nothing. */
function nextSize(size: number, tookMs: number): number {
  const wanted = Math.ceil(size * Math.min(2, SLICE_MS / tookMs));
  return Math.min(LARGEST_SLICE, Math.max(1, wanted));
}

const newestOf = ({ from, to }: Range, size: number) => ({ from: Math.max(from, to - size), to });
const oldestOf = ({ from, to }: Range, size: number) => ({ from, to: Math.min(to, from + size) });

async function rangeOf(db: Tx, { after, cursor }: ListMessages): Promise<Range> {
  const newest = () => seqOf(db, '<=', '\uffff');
  if (after === undefined) {
    return { from: 0, to: cursor === undefined ? await newest() : await seqOf(db, '<', cursor) };
  }
  const from = cursor !== undefined && cursor > after ? cursor : after;
  return { from: await seqOf(db, '<=', from), to: await newest() };
}

/** The `seq` of the newest message up to an id, which may be gone by now; 0 where none is left. */
async function seqOf(db: Tx, operator: '<' | '<=', id: string): Promise<number> {
  const newest = db.selectFrom('messages').select('seq').where('id', operator, id);
  return (await newest.orderBy('id', 'desc').limit(1).executeTakeFirst())?.seq ?? 0;
}

async function searchSlice(db: Tx, search: Search, range: Range, limit: number) {
  const direction = search.list.after === undefined ? 'desc' : 'asc';
  const indexed = await idsIn('message_search', db, search, range, limit);
  const long = await idsIn('long_texts', db, search, range, limit);
  const ids = [...indexed, ...long];
  if (ids.length === 0) return [];
  // What catches up is cut nowhere.
  const rows = await (search.list.after === undefined ? selectFound(db) : selectMessages(db))
    .where('messages.id', 'in', ids)
    .orderBy('messages.id', direction)
    .limit(limit)
    .execute();
  return withFiles(
    db,
    rows.map((row) => cutAroundWords(row, search.words)),
  );
}

async function idsIn(
  table: keyof typeof texts,
  db: Tx,
  { scope, list, words }: Search,
  { from, to }: Range,
  limit: number,
): Promise<string[]> {
  const seq = sql.ref<number>(texts[table]);
  const rows = await db
    .selectFrom(table)
    // An inner join would let SQLite begin with all messages of the channels, in each slice anew.
    .crossJoin('messages')
    .where('messages.seq', '=', seq)
    .select('messages.id')
    .where(lookFor(table, words).holdsAll)
    .where(seq, '>', from)
    .where(seq, '<=', to)
    .where(wanted(db, scope, list))
    .orderBy(seq, list.after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The list's filters, and the caller's channels. */
function wanted(db: Tx, scope: Channels, list: ListMessages): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'messages'>();
  const conditions: Expression<SqlBool>[] = [];
  if (scope !== 'all') conditions.push(eb('messages.channelId', 'in', scope as string[]));
  if (list.review) {
    const status = list.review === 'any' ? undefined : list.review;
    conditions.push(eb.exists(reviewWith(db, 'messages.id', status)));
  }
  if (list.has_attachments) {
    const files = eb.exists(filesWith(db, 'messages.id'));
    conditions.push(list.has_attachments === 'true' ? files : eb.not(files));
  }
  return eb.and(conditions);
}
