/** Changes in the pages of pending questions that were read, soonest to expire first. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type PendingPage, placeOf } from '../../client/pending.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { invalidate, type Read } from './heard.ts';
import { newerOf } from './newer.ts';
import { type MessageFilter, queryKeys } from './query-keys.ts';

export type PendingPages = InfiniteData<PendingPage, string | null>;

/** Puts a question in place of what it was, or where it belongs in what was read; takes out one that has ended. */
export const putIntoPending = (read: Read, message: Message): void =>
  read.each<PendingPages>(queryKeys.pending(), (pages, [, search]) =>
    // What a search finds, only the server knows.
    put(pages, message, search === ''),
  );

export const takeFromPending = (read: Read, isGone: (one: Message) => boolean): void =>
  read.each<PendingPages>(queryKeys.pending(), (pages) =>
    pages.pages.some(({ messages }) => messages.some(isGone))
      ? withPages(pages, (messages) => messages.filter((one) => !isGone(one)))
      : pages,
  );

function put(pages: PendingPages, message: Message, isAdded: boolean): PendingPages {
  const isThere = pages.pages.some(({ messages }) => messages.some(({ id }) => id === message.id));
  if (isThere) {
    return withPages(pages, (messages) =>
      messages.map((one) => (one.id === message.id ? newerOf(one, message) : one)).filter(isAsked),
    );
  }
  if (!isAdded || !isAsked(message)) return pages;
  const place = placeOf(message);
  const at = pages.pages.findIndex(({ nextCursor }) => nextCursor === null || place <= nextCursor);
  return withPages(pages, (messages, index) =>
    index === at ? insert(messages, message) : messages,
  );
}

const isAsked = ({ review }: Message) => isOpen(review);

function insert(messages: Message[], message: Message): Message[] {
  const place = placeOf(message);
  const at = messages.findIndex((one) => placeOf(one) > place);
  return messages.toSpliced(at < 0 ? messages.length : at, 0, message);
}

const withPages = (
  pages: PendingPages,
  change: (messages: Message[], index: number) => Message[],
): PendingPages => ({
  ...pages,
  pages: pages.pages.map((page, at) => ({ ...page, messages: change(page.messages, at) })),
});

/** Lists of what ended that only the server knows: what a search finds, and when all else expired. */
const isUnknowable = ({ order, review, search }: MessageFilter) =>
  order === 'ended' && (search !== undefined || review === 'expired');

const GATHER_MS = 200;
const due = new WeakSet<QueryClient>();

/** Counts again, and searches again, soon: once for all the events of a moment. */
export function countSoon(client: QueryClient): void {
  if (due.has(client)) return;
  due.add(client);
  setTimeout(() => {
    due.delete(client);
    const isCounted = ([name, filter]: readonly unknown[]) =>
      name === 'counts' ||
      name === 'ended total' ||
      (name === 'pending' && filter !== '') ||
      (name === 'messages' && isUnknowable(filter as MessageFilter));
    void invalidate(client, { predicate: ({ queryKey }) => isCounted(queryKey) });
  }, GATHER_MS);
}
