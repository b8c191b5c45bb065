/** Keeps the dashboard's cache equal to the inbox. */
import { hashKey, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query';
import { changeOf } from '../../client/replica/change.ts';
import { type List, messagesOf, pendingOf } from '../../client/replica/lists.ts';
import { channelsAfter, messageAfter, pagesAfter } from '../../client/replica/parts.ts';
import { createRecent } from '../../client/replica/recent.ts';
import type { Window } from '../../client/replica/window.ts';
import type { LiveEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { readAgain } from './again.ts';
import { queryKeys } from './query-keys.ts';
import { invalidate, watchReadings } from './readings.ts';

export type Pages<W extends Window = Window> = InfiniteData<W, string | null>;
/** Applies an event to the data of a query; null removes it. */
type Part = (data: never, event: LiveEvent, filter: never) => unknown;

/** The queries that events keep up to date, by the first part of their keys. */
const parts: Record<string, Part> = {
  channels: channelsAfter,
  message: messageAfter,
  messages: inPagesOf(messagesOf),
  pending: inPagesOf(pendingOf),
};

const recents = new WeakMap<QueryClient, ReturnType<typeof createRecent>>();

/** Applies to each response the events that arrived since its request. */
export function keepUpToDate(client: QueryClient): void {
  const recent = createRecent();
  recents.set(client, recent);
  watchReadings(client, (query) => {
    const since = recent.begin();
    return (isAnswered) => {
      for (const event of since()) if (isAnswered) change(client, query, event);
    };
  });
}

/** Applies an event to the cache, and to each response in flight when it arrives. */
export function applyEvent(client: QueryClient, event: LiveEvent): void {
  for (const query of client.getQueryCache().getAll()) change(client, query, event);
  holdWhole(client, event);
  recents.get(client)?.add(event);
  readAgain(client, event);
}

/** Applies a message from a response. */
export function applyMessage(client: QueryClient, message: Message): void {
  const event = recents.get(client)?.responded(message);
  if (event) applyEvent(client, event);
}

function change(client: QueryClient, query: Query, event: LiveEvent): void {
  const [key, filter] = query.queryKey;
  const { data } = query.state;
  const part = parts[String(key)];
  if (!part || data === undefined) return;
  const next = part(data as never, event, filter as never);
  if (next === data) return;
  if (next === null) client.getQueryCache().remove(query);
  else write(client, query, next);
}

function write(client: QueryClient, query: Query, next: unknown): void {
  const { isInvalidated } = query.state;
  client.setQueryData(query.queryKey, next);
  // Invalidated data stays invalidated.
  if (isInvalidated) query.invalidate();
  if (isCut(next)) void invalidate(client, { queryKey: query.queryKey, exact: true });
}

/** A single message is read again if its logged version was truncated. */
const isCut = (data: unknown) => (data as Partial<Message>).truncated === true;

/** A message that was received in full need not be loaded when it is opened. */
function holdWhole(client: QueryClient, event: LiveEvent): void {
  const change = changeOf(event);
  if (!change || !('put' in change) || change.put.truncated) return;
  const queryKey = queryKeys.message(change.put.id);
  if (client.getQueryCache().get(hashKey(queryKey))?.state.data) return;
  client.setQueryData(queryKey, change.put);
}

function inPagesOf<Filter>(listOf: (filter: Filter) => List) {
  return (data: Pages, event: LiveEvent, filter: Filter): Pages => {
    const pages = pagesAfter(data.pages, event, listOf(filter));
    return pages === data.pages ? data : { ...data, pages: [...pages] };
  };
}
