import type { Tx } from '../../storage/open.ts';
import type { Channels } from '../access/callers.ts';
import { presentIn } from '../channels/removed.ts';
import { page } from './page.ts';
import type { ListMessages, Message } from './schema.ts';
import { searchWords } from './search-words.ts';
import { searchPage } from './searching.ts';
import { withFiles } from './stored.ts';

/**
 * The messages that a list asks for, one more than its limit: newest first, or, after a message,
 * oldest first. Order and cursors go by id: no later write changes them.
 */
export async function selectPage(
  db: Tx,
  within: Channels,
  list: ListMessages,
  signal?: AbortSignal,
): Promise<Message[]> {
  const scope = await presentIn(db, within);
  const words = searchWords(list.search);
  if (words.length > 0) return searchPage(db, { scope, list, words }, signal);
  return withFiles(db, await page(db, scope, list));
}
