import type { SqlBool } from 'kysely';
import { type Expression, expressionBuilder } from 'kysely';
import type { Tx } from '../../storage/open.ts';
import { holdsEveryWord, wordsOf } from '../../storage/search.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Channels } from '../access/callers.ts';
import { filesWith } from '../files/stored.ts';
import { page } from './page.ts';
import type { ListMessages, Message } from './schema.ts';
import { readMessages, withFiles } from './stored.ts';

/**
 * The messages that a list asks for, one more than its limit: newest first, or, after a message,
 * oldest first. Order and cursors go by id, which no later write changes.
 */
export async function selectPage(db: Tx, scope: Channels, list: ListMessages): Promise<Message[]> {
  const words = wordsOf(list.search ?? '');
  if (words.length === 0) return withFiles(db, await page(db, scope, list));
  const ids = searchIds(db, scope, list, words);
  return readMessages(db, (query) =>
    query
      .where('messages.id', 'in', ids)
      .orderBy('messages.id', list.after === undefined ? 'desc' : 'asc'),
  );
}

/** Walks the full-text index in the order of the page and stops where the page is full. */
const searchIds = (db: Tx, scope: Channels, list: ListMessages, words: string[]) =>
  db
    .selectFrom('message_search')
    .innerJoin('messages', 'messages.seq', 'message_search.rowid')
    .leftJoin('reviews', 'reviews.messageId', 'messages.id')
    .select('messages.id')
    .where(holdsEveryWord(words))
    .where(wanted(db, scope, list))
    .$if(list.after !== undefined, (q) =>
      q.where('message_search.rowid', '>', newestSeq(db, '<=', list.after as string)),
    )
    .$if(list.cursor !== undefined, (q) =>
      list.after
        ? q.where('message_search.rowid', '>', newestSeq(db, '<=', list.cursor as string))
        : q.where('message_search.rowid', '<=', newestSeq(db, '<', list.cursor as string)),
    )
    .orderBy('message_search.rowid', list.after === undefined ? 'desc' : 'asc')
    .limit(list.limit + 1);

/** The `seq` of the newest message up to an id, which may be gone by now; 0 where none is left. */
function newestSeq(db: Tx, operator: '<' | '<=', id: string) {
  const newest = db.selectFrom('messages').select('seq').where('id', operator, id);
  const { fn, lit } = expressionBuilder<Tables, 'messages'>();
  return fn.coalesce(newest.orderBy('id', 'desc').limit(1), lit(0));
}

/** The list's filters, and the caller's channels. */
function wanted(db: Tx, scope: Channels, list: ListMessages): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'messages' | 'reviews'>();
  const conditions: Expression<SqlBool>[] = [];
  if (scope !== 'all') conditions.push(eb('messages.channelId', 'in', scope as string[]));
  if (list.review === 'any') conditions.push(eb('reviews.messageId', 'is not', null));
  else if (list.review) conditions.push(eb('reviews.status', '=', list.review));
  if (list.has_attachments) {
    const files = eb.exists(filesWith(db, 'messages.id'));
    conditions.push(list.has_attachments === 'true' ? files : eb.not(files));
  }
  return eb.and(conditions);
}
