import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Found, Range } from '../../storage/search.ts';
import type { Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { filesWith } from '../files/stored.ts';
import { cutAroundWords } from './cut.ts';
import type { ListMessages, Message } from './schema.ts';
import { newestSeq, seqOf } from './seqs.ts';
import { reviewWith, selectFound, withFiles } from './stored.ts';

type Search = { scope: Channels; list: ListMessages; words: string[] };

/**
 * Scans the texts in page order until the page is full or its caller has left: a word without
 * matches in the caller's channels makes it scan all messages.
 */
export async function searchPage(db: Tx, search: Search, signal?: AbortSignal): Promise<Message[]> {
  const { list, words } = search;
  const found: Message[] = [];
  const range = await rangeOf(db, list);
  const looked = { words, range, isOldestFirst: list.after !== undefined };
  for await (const part of sqlOf(db).texts.search(db, looked)) {
    found.push(...(await messagesIn(part, db, search, list.limit + 1 - found.length)));
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

async function messagesIn(part: Found[], db: Tx, search: Search, limit: number) {
  const direction = search.list.after === undefined ? 'desc' : 'asc';
  const ids: string[] = [];
  for (const found of part) ids.push(...(await idsIn(found, db, search, limit)));
  if (ids.length === 0) return [];
  const rows = await selectFound(db)
    .where('messages.id', 'in', ids)
    .orderBy('messages.id', direction)
    .limit(limit)
    .execute();
  return withFiles(
    db,
    rows.map((row) => cutAroundWords(row, search.words)),
  );
}

async function idsIn({ messages, seq }: Found, db: Tx, { scope, list }: Search, limit: number) {
  const rows = await messages
    .select('messages.id')
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
