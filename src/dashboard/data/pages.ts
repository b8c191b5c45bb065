/** Changes in the pages of messages that were read, newest first. */

import type { Message } from '../../core/messages/schema.ts';
import { endedAt, placeOfEnded } from '../../core/reviews/ended.ts';
import { verdictOf } from '../../core/reviews/kinds/verdicts.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Read } from './heard.ts';
import type { MessagePage, MessagePages } from './messages.ts';
import { newerOf } from './newer.ts';
import type { MessageFilter } from './query-keys.ts';

/** Puts a message in place of the one it was, or where its id belongs. */
export const putIntoPages = (read: Read, message: Message): void =>
  read.each<MessagePages>(['messages'], (pages, [, filter]) =>
    put(pages, message, filter as MessageFilter),
  );

/** Changes a message wherever it was read; null takes it out. */
export const changePages = (
  read: Read,
  id: string,
  change: (message: Message) => Message | null,
): void => read.each<MessagePages>(['messages'], (pages) => mapPage(pages, id, change));

function put(pages: MessagePages, message: Message, filter: MessageFilter): MessagePages {
  const isThere = pages.pages.some(({ data }) => data.some((one) => one.id === message.id));
  if (isThere) {
    return mapPage(pages, message.id, (held) => {
      const newer = newerOf(held, message);
      return fits(newer, filter) ? newer : null;
    });
  }
  // What a search finds, only the server knows.
  if (!fits(message, filter) || filter.search !== undefined) return pages;
  const placeOf = filter.order === 'ended' ? placeOfEnded : byId;
  const isAfter = (one: Message) => placeOf(one) < placeOf(message);
  const at = pages.pages.findIndex(({ data, nextCursor }) => {
    const last = data.at(-1);
    return nextCursor === null || (last !== undefined && isAfter(last));
  });
  return at < 0 ? pages : withPage(pages, at, (data) => insert(data, message, isAfter));
}

const byId = ({ id }: Message) => id;

function insert(data: Message[], message: Message, isAfter: (one: Message) => boolean): Message[] {
  const at = data.findIndex(isAfter);
  return at < 0 ? [...data, message] : data.toSpliced(at, 0, message);
}

function mapPage(pages: MessagePages, id: string, change: (one: Message) => Message | null) {
  const at = pages.pages.findIndex(({ data }) => data.some((one) => one.id === id));
  if (at < 0) return pages;
  return withPage(pages, at, (data) =>
    data.flatMap((one) => (one.id === id ? (change(one) ?? []) : one)),
  );
}

function withPage(pages: MessagePages, at: number, change: (data: Message[]) => Message[]) {
  const next = (page: MessagePage, index: number) =>
    index === at ? { ...page, data: change(page.data) } : page;
  return { ...pages, pages: pages.pages.map(next) };
}

function fits(message: Message, filter: MessageFilter): boolean {
  const { channelId, review, attachments } = message;
  if (filter.channel && !filter.channel.includes(channelId)) return false;
  if (filter.has_attachments === 'true' && attachments.length === 0) return false;
  if (filter.has_attachments === 'false' && attachments.length > 0) return false;
  if (filter.review === undefined) return true;
  if (filter.review === 'pending') return isOpen(review);
  if (filter.review === 'any') return review !== null;
  return review?.status === filter.review && endsAsWanted(review, filter);
}

function endsAsWanted(
  review: Review,
  { type, verdict, respondedBy, from = '', to = '\uffff' }: MessageFilter,
): boolean {
  const given = verdictOf(review);
  const at = endedAt(review) ?? '';
  if (type && !type.includes(review.type)) return false;
  if (verdict && (given === null || !verdict.includes(given))) return false;
  if (respondedBy && !respondedBy.includes(review.respondedBy?.id ?? '')) return false;
  return at >= from && at < to;
}
