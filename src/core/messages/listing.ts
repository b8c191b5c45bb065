import type { Tx } from '../../storage/store.ts';
import type { Channels } from '../access/callers.ts';
import { idsWithEnd } from '../id-ends.ts';
import { presentIn } from '../removed-channels.ts';
import { page } from './page.ts';
import type { ListMessages, Message } from './schema.ts';
import { searchWords } from './search-words.ts';
import { searchPage } from './searching.ts';
import { selectListed, withFiles } from './stored.ts';

/**
 * Returns the messages of a list, one more than its limit: newest first, or, after a message,
 * oldest first. Order and cursors go by id: no later write changes them.
 */
export async function selectPage(
  db: Tx,
  within: Channels,
  list: ListMessages,
  signal?: AbortSignal,
): Promise<Message[]> {
  const scope = await presentIn(db, within);
  if (list.idEnd !== undefined) return pageByEnd(db, scope, list, signal);
  const words = searchWords(list.search);
  if (words.length > 0) return searchPage(db, { scope, list, words }, signal);
  return withFiles(db, await page(db, scope, list));
}

async function pageByEnd(
  db: Tx,
  scope: Channels,
  { idEnd: end = '', cursor, limit }: ListMessages,
  signal?: AbortSignal,
): Promise<Message[]> {
  const wanted = { scope, end, before: cursor, limit: limit + 1 };
  const ids = await idsWithEnd(db, 'messages', wanted, signal);
  if (ids.length === 0) return [];
  const rows = selectListed(db).where('messages.id', 'in', ids).orderBy('messages.id', 'desc');
  return withFiles(db, await rows.execute());
}
