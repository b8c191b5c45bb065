import type { Tx } from '../../storage/store.ts';
import type { Caller, Channels } from '../access/callers.ts';
import { scopeOfAll } from '../access/permissions.ts';
import type { Inbox } from '../inbox.ts';
import { type Page, pageAt } from '../messages/parts.ts';
import type { Message } from '../messages/schema.ts';
import { searchWords } from '../messages/search-words.ts';
import { askedByOf } from '../messages/source.ts';
import { asListed } from '../messages/views.ts';
import { presentIn } from '../removed-channels.ts';
import { placeAt } from '../reviews/ended.ts';
import { readBy } from '../reviews/naming.ts';
import { countEnded, type Place, placesAfter, type Wanted } from './places.ts';
import { searchEnded } from './search.ts';

type List = Wanted & { cursor?: string | undefined; limit: number };

/** Lists a page of ended questions, the latest first, with the total. */
export async function listEnded(
  inbox: Inbox,
  caller: Caller,
  wanted: List,
  signal?: AbortSignal,
): Promise<Page & { total: number }> {
  const db = inbox.store.read;
  const list = { ...wanted, askedBy: askedByOf(caller, wanted) };
  const scope = await presentIn(db, scopeOfAll(caller, list.channel));
  const words = searchWords(list.search);
  const { places, total } = await (words.length > 0
    ? searchEnded(db, { scope, wanted: list, words }, { ...onePage(list), signal })
    : page(db, scope, list));
  const shown = async (messages: Message[]) =>
    (await readBy(inbox, caller, messages)).map(asListed);
  const cursorOf = ({ at, id }: Place) => placeAt(at, id);
  return { ...(await pageAt(db, places, { limit: list.limit, words, cursorOf, shown })), total };
}

/** One more than the page has, to know whether another follows. */
const onePage = ({ cursor, limit }: List) => ({ cursor, limit: limit + 1 });

const page = async (db: Tx, scope: Channels, list: List) => ({
  places: await placesAfter(db, scope, list, onePage(list)),
  total: await countEnded(db, scope, list),
});
