import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Tx } from '../../storage/open.ts';
import { holdsEveryWord } from '../../storage/search.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Channels } from '../access/callers.ts';
import { filesWith } from '../files/stored.ts';
import type { ListMessages, Message } from './schema.ts';
import { readMessages, reviewWith } from './stored.ts';

/** Rows of the index, by `seq`: after `from`, up to `to`. */
type Range = { from: number; to: number };
type Search = { scope: Channels; list: ListMessages; words: string[] };

const [SMALLEST_SLICE, LARGEST_SLICE] = [10_000, 100_000];
const SLICE_MS = 25;

/**
 * Walks the full-text index in the order of the page, slice by slice until the page is full. Between
 * two slices others are served: a word that is nowhere, or not in the caller's channels, makes it walk
 * past all messages.
 */
export async function searchPage(db: Tx, search: Search): Promise<Message[]> {
  const { list } = search;
  const found: Message[] = [];
  let left = await rangeOf(db, list);
  let size = SMALLEST_SLICE;
  while (true) {
    const slice = list.after === undefined ? newestOf(left, size) : oldestOf(left, size);
    const startedAt = performance.now();
    found.push(...(await searchSlice(db, search, slice, list.limit + 1 - found.length)));
    size = nextSize(size, performance.now() - startedAt);
    left = list.after === undefined ? { ...left, to: slice.from } : { ...left, from: slice.to };
    if (found.length > list.limit || left.from >= left.to) return found;
    await new Promise(setImmediate);
  }
}

/** So that it takes as long as others can wait, also where much is found after a stretch of nothing. */
function nextSize(size: number, tookMs: number): number {
  const wanted = Math.ceil(size * Math.min(2, SLICE_MS / tookMs));
  return Math.min(LARGEST_SLICE, Math.max(SMALLEST_SLICE, wanted));
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

function searchSlice(db: Tx, { scope, list, words }: Search, { from, to }: Range, limit: number) {
  const direction = list.after === undefined ? 'desc' : 'asc';
  const ids = db
    .selectFrom('message_search')
    // An inner join would let SQLite begin with all messages of the channels, in each slice anew.
    .crossJoin('messages')
    .whereRef('messages.seq', '=', 'message_search.rowid')
    .select('messages.id')
    .where(holdsEveryWord(words))
    .where('message_search.rowid', '>', from)
    .where('message_search.rowid', '<=', to)
    .where(wanted(db, scope, list))
    .orderBy('message_search.rowid', direction)
    .limit(limit);
  return readMessages(db, (query) =>
    query.where('messages.id', 'in', ids).orderBy('messages.id', direction),
  );
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
