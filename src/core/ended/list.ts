import type { Tx } from '../../storage/store.ts';
import type { Caller, Channels } from '../access/callers.ts';
import { scopeOfAll } from '../access/permissions.ts';
import type { Inbox } from '../inbox.ts';
import { cutAroundWords } from '../messages/cut.ts';
import type { Message } from '../messages/schema.ts';
import { searchWords } from '../messages/search-words.ts';
import { type MessageRow, selectFound, selectListed, withFiles } from '../messages/stored.ts';
import { asListed } from '../messages/views.ts';
import { toPage } from '../pages.ts';
import { withReach } from '../reach/now.ts';
import { presentIn } from '../removed-channels.ts';
import { placeOfEnded } from '../reviews/ended.ts';
import { countEnded, type Place, placesAfter, type Wanted } from './places.ts';
import { searchEnded } from './search.ts';

type List = Wanted & { cursor?: string | undefined; limit: number };

/** Lists a page of ended questions, the latest first, with the total. */
export async function listEnded(
  inbox: Inbox,
  caller: Caller,
  list: List,
  signal?: AbortSignal,
): Promise<{ data: Message[]; nextCursor: string | null; total: number }> {
  const db = inbox.store.read;
  const scope = await presentIn(db, scopeOfAll(caller, list.channel));
  const words = searchWords(list.search);
  const { places, total } = await (words.length > 0
    ? searchEnded(db, { scope, wanted: list, words }, { ...onePage(list), signal })
    : page(db, scope, list));
  const rows = await rowsAt(db, places, words);
  const messages = await withReach(inbox, await withFiles(db, rows));
  return { ...toPage(messages.map(asListed), list.limit, placeOfEnded), total };
}

/** One more than the page has, to know whether another follows. */
const onePage = ({ cursor, limit }: List) => ({ cursor, limit: limit + 1 });

const page = async (db: Tx, scope: Channels, list: List) => ({
  places: await placesAfter(db, scope, list, onePage(list)),
  total: await countEnded(db, scope, list),
});

/** Returns the messages at these positions, as a list shows them. */
async function rowsAt(db: Tx, places: Place[], words: string[]): Promise<MessageRow[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const select = words.length > 0 ? selectFound(db) : selectListed(db);
  const rows = await select.where('messages.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, cutAroundWords(row, words)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
