import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Found, Range } from '../../storage/search.ts';
import type { Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { filesWith } from '../files/stored.ts';
import type { ListMessages } from './schema.ts';
import { newestSeq, seqOf } from './seqs.ts';
import { reviewWith } from './stored.ts';

type Search = { scope: Channels; list: ListMessages; words: string[] };

/**
 * Scans the texts in page order until the page is full or its caller has left: a word without
 * matches in the caller's channels makes it scan all messages.
 */
export async function idsOfSearch(
  db: Tx,
  search: Search,
  signal?: AbortSignal,
): Promise<{ id: string }[]> {
  const { list, words } = search;
  const found: { id: string }[] = [];
  const range = await rangeOf(db, list);
  const looked = { words, range, isOldestFirst: list.after !== undefined };
  for await (const part of sqlOf(db).texts.search(db, looked)) {
    found.push(...(await idsInPart(part, db, search, list.limit + 1 - found.length)));
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

async function idsInPart(part: Found[], db: Tx, search: Search, limit: number) {
  const ids = new Set<string>();
  for (const found of part) {
    for (const { id } of await idsIn(found, db, search, limit)) ids.add(id);
  }
  const oldestFirst = [...ids].sort();
  const inOrder = search.list.after === undefined ? oldestFirst.reverse() : oldestFirst;
  return inOrder.slice(0, limit).map((id) => ({ id }));
}

const idsIn = ({ messages, seq }: Found, db: Tx, { scope, list }: Search, limit: number) =>
  messages
    .select('messages.id')
    .where(wanted(db, scope, list))
    .orderBy(seq, list.after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute();

/** The list's filters, and the caller's channels. */
function wanted(db: Tx, scope: Channels, list: ListMessages): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'messages'>();
  const conditions: Expression<SqlBool>[] = [];
  if (scope !== 'all') conditions.push(eb('messages.channelId', 'in', scope));
  if (list.session) conditions.push(eb('messages.session', '=', list.session));
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
