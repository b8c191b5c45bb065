/** Reads pending reviews page by page, soonest to expire first. */
import type { LiveEvent } from '../core/events.ts';
import type { Message, PendingMessage } from '../core/messages/schema.ts';
import type { Counts } from '../core/reviews/schema.ts';
import { type Client, channelQuery, ok, okWithHeaders } from './client.ts';
import type { Place } from './follow/connection.ts';
import { patiently } from './patiently.ts';
import { placeReached } from './place.ts';
import { endOf } from './replica/ends.ts';
import type { PendingQuery } from './replica/lists.ts';
import type { Window } from './replica/window.ts';

export type PendingPage = Window<PendingMessage> & {
  /** The total on all pages. */
  total: number;
  /** When it was read, by the server's clock, to the second. */
  readAt: string;
  place: Place;
};

/** Reads a page of at most 100; long messages in it are `truncated`. */
export async function readPendingPage(
  client: Client,
  { channel, ...query }: PendingQuery & { cursor?: string; limit?: number } = {},
): Promise<PendingPage> {
  const { data, headers } = await okWithHeaders(
    client.reviews.pending.get({ query: { limit: 100, ...query, ...channelQuery(channel) } }),
  );
  return {
    messages: data,
    from: query.cursor ?? null,
    to: headers.get('inbox-next-cursor'),
    total: Number(headers.get('inbox-total') ?? data.length),
    readAt: new Date(headers.get('date') ?? 0).toISOString(),
    place: placeReached(headers),
  };
}

/** Returns how many are pending in a channel, or in all. */
export const countIn = (counts: Counts, channelId?: string): number =>
  sumOf(counts, channelId, ({ pending }) => pending);

/** Returns how many of them the person has not opened. */
export const unreadIn = (counts: Counts, channelId?: string): number =>
  sumOf(counts, channelId, ({ unread = 0 }) => unread);

type Count = Counts['channels'][string];

function sumOf({ channels }: Counts, channelId: string | undefined, of: (count: Count) => number) {
  const counted = channelId === undefined ? Object.values(channels) : [channels[channelId]];
  return counted.reduce((sum, one) => sum + (one ? of(one) : 0), 0);
}

/** Returns whether an event may change how many are pending. */
export const isCounted = (event: LiveEvent): boolean =>
  endOf(event) !== undefined || ('review' in event.payload && event.payload.review !== null);

/** Yields all pages; each is read when the previous one has been handled. */
export async function* pendingPages(
  client: Client,
  query: PendingQuery = {},
): AsyncGenerator<Message[]> {
  let next: PendingQuery & { cursor?: string } = query;
  while (true) {
    const { messages, to } = await patiently(() => readPendingPage(client, next));
    yield messages;
    if (to === null) return;
    next = { ...query, cursor: to };
  }
}

/** Returns the one that was sent first. */
export async function oldestPending(
  client: Client,
  channel: string | undefined,
): Promise<Message | undefined> {
  const query = { ...channelQuery(channel), review: 'pending' as const, after: '0', limit: 1 };
  return (await ok(client.messages.get({ query }))).data[0];
}
