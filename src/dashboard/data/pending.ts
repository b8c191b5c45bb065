/** Changes in the pages of pending questions that were read, soonest to expire first. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type PendingPage, placeOf } from '../../client/pending.ts';
import type { Message, PendingMessage } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { invalidate, type Read } from './heard.ts';
import { newerOf } from './newer.ts';
import { type MessageFilter, type PendingFilter, queryKeys } from './query-keys.ts';

export type PendingPages = InfiniteData<PendingPage, string | null>;

/** Puts a question in place of what it was, or where it belongs in what was read; takes out one that has ended. */
export const putIntoPending = (read: Read, message: Message): void =>
  read.each<PendingPages>(queryKeys.pending(), (pages, [, filter]) =>
    put(pages, message, filter as PendingFilter),
  );

export const takeFromPending = (read: Read, isGone: (one: Message) => boolean): void =>
  read.each<PendingPages>(queryKeys.pending(), (pages) =>
    pages.pages.some(({ messages }) => messages.some(isGone))
      ? withPages(pages, (messages) => messages.filter((one) => !isGone(one)))
      : pages,
  );

/** The person has opened a question, or marked it unread; a list of new ones keeps it until it is read again. */
export const markInPending = (read: Read, messageId: string, unread: boolean): void =>
  read.each<PendingPages>(queryKeys.pending(), (pages) =>
    withPages(pages, (messages) =>
      messages.map((one) => (one.id === messageId ? { ...one, unread } : one)),
    ),
  );

function put(pages: PendingPages, message: Message, filter: PendingFilter): PendingPages {
  const isThere = pages.pages.some(({ messages }) => messages.some(({ id }) => id === message.id));
  if (isThere) {
    return withPages(pages, (messages) =>
      messages
        .map((one) =>
          one.id === message.id ? { ...newerOf(one, message), unread: one.unread } : one,
        )
        .filter(isAsked),
    );
  }
  // What a search finds, only the server knows.
  if (filter.search !== undefined || !belongsTo(message, filter)) return pages;
  const isAfter = orders[filter.order ?? 'expires'];
  const at = pages.pages.findIndex(
    ({ nextCursor }) => nextCursor === null || !isAfter(placeOf(message), nextCursor),
  );
  return withPages(pages, (messages, index) => {
    if (index !== at) return messages;
    const before = messages.findIndex((one) => isAfter(placeOf(one), placeOf(message)));
    const place = before < 0 ? messages.length : before;
    return messages.toSpliced(place, 0, { ...message, unread: true });
  });
}

const isAsked = ({ review }: Message) => isOpen(review);

/** Whether a pending question belongs to a list, apart from what is searched for and from what is new. */
export function belongsTo({ channelId, review }: Message, filter: PendingFilter): boolean {
  const { channel = channelId, type = review?.type, expiresBefore } = filter;
  if (!isOpen(review)) return false;
  const isInTime = expiresBefore === undefined || review.expiresAt < expiresBefore;
  return isInTime && channel === channelId && type === review.type;
}

/** Whether a place comes behind another; a place is that of a cursor too. */
const orders: Record<'expires' | 'newest' | 'oldest', (one: string, other: string) => boolean> = {
  expires: (one, other) => one > other,
  newest: (one, other) => idIn(one) < idIn(other),
  oldest: (one, other) => idIn(one) > idIn(other),
};

const idIn = (place: string) => place.slice(place.indexOf('_') + 1);

const withPages = (
  pages: PendingPages,
  change: (messages: PendingMessage[], index: number) => PendingMessage[],
): PendingPages => ({
  ...pages,
  pages: pages.pages.map((page, at) => ({ ...page, messages: change(page.messages, at) })),
});

/** Lists of what ended that only the server knows: what a search finds, and when all else expired. */
const isUnknowable = ({ order, review, search }: MessageFilter) =>
  order === 'ended' && (search !== undefined || review === 'expired');

const GATHER_MS = 200;
type Due = { searches: boolean };
const due = new WeakMap<QueryClient, Due>();

/**
 * Counts again soon: once for all the events of a moment.
 * @param searches whether what a search finds may have changed, too
 */
export function countSoon(client: QueryClient, searches = true): void {
  const soon = due.get(client);
  if (soon) {
    soon.searches ||= searches;
    return;
  }
  const what: Due = { searches };
  due.set(client, what);
  setTimeout(() => {
    due.delete(client);
    const isCounted = ([name, filter]: readonly unknown[]) =>
      name === 'counts' || (what.searches && isFound(name, filter));
    const isFound = (name: unknown, filter: unknown) =>
      name === 'ended total' ||
      (name === 'pending' && (filter as PendingFilter).search !== undefined) ||
      (name === 'messages' && isUnknowable(filter as MessageFilter));
    void invalidate(client, { predicate: ({ queryKey }) => isCounted(queryKey) });
  }, GATHER_MS);
}
