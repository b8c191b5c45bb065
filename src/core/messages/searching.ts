import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { lookFor, texts } from '../../storage/search.ts';
import type { Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Channels } from '../access/callers.ts';
import { filesWith } from '../files/stored.ts';
import { cutAroundWords } from './cut.ts';
import type { ListMessages, Message } from './schema.ts';
import { newestSeq, type Range, seqOf, slicesOf } from './slicing.ts';
import { reviewWith, selectFound, selectMessages, withFiles } from './stored.ts';

type Search = { scope: Channels; list: ListMessages; words: string[] };

/**
 * Walks the texts in the order of the page until the page is full or nobody wants it any more: a word
 * that is nowhere, or not in the caller's channels, makes it walk past all messages.
 */
export async function searchPage(db: Tx, search: Search, signal?: AbortSignal): Promise<Message[]> {
  const { list, words } = search;
  const found: Message[] = [];
  const slicing = { words, isOldestFirst: list.after !== undefined };
  for await (const slice of slicesOf(db, await rangeOf(db, list), slicing)) {
    found.push(...(await searchSlice(db, search, slice, list.limit + 1 - found.length)));
    if (found.length > list.limit || signal?.aborted) break;
  }
  return found;
}

async function rangeOf(db: Tx, { after, cursor }: ListMessages): Promise<Range> {
  if (after === undefined) {
    return {
      from: 0,
      to: cursor === undefined ? await newestSeq(db) : await seqOf(db, '<', cursor),
    };
  }
  const from = cursor !== undefined && cursor > after ? cursor : after;
  return { from: await seqOf(db, '<=', from), to: await newestSeq(db) };
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
  if (scope !== 'all') conditions.push(eb('messages.channelId', 'in', scope));
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
