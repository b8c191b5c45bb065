import type { Tx } from '../../storage/store.ts';
import type { Channels } from '../access/callers.ts';
import { idsWithEnd } from '../id-ends.ts';
import { presentIn } from '../removed-channels.ts';
import { idsOfPage } from './page.ts';
import { type Page, pageAt } from './parts.ts';
import type { ListMessages, Message } from './schema.ts';
import { searchWords } from './search-words.ts';
import { idsOfSearch } from './searching.ts';

/**
 * Returns a page of a list: newest first, or, after a message, oldest first. Order and cursors go by id: no
 * later write changes them.
 */
export async function selectPage(
  db: Tx,
  within: Channels,
  list: ListMessages,
  shown: (messages: Message[]) => Promise<Message[]>,
  signal?: AbortSignal,
): Promise<Page> {
  const scope = await presentIn(db, within);
  const words = list.idEnd === undefined ? searchWords(list.search) : [];
  const places = await placesOf(db, scope, { list, words }, signal);
  return pageAt(db, places, { limit: list.limit, words, shown });
}

type Wanted = { list: ListMessages; words: string[] };

async function placesOf(db: Tx, scope: Channels, { list, words }: Wanted, signal?: AbortSignal) {
  const { idEnd: end, cursor: before, limit } = list;
  if (end !== undefined) {
    const wanted = { scope, end, before, limit: limit + 1 };
    return (await idsWithEnd(db, 'messages', wanted, signal)).map((id) => ({ id }));
  }
  if (words.length > 0) return idsOfSearch(db, { scope, list, words }, signal);
  return idsOfPage(db, scope, list);
}
