/** Which messages belong in a list, and their order. */
import type { ListMessages, Message } from '../../core/messages/schema.ts';
import { askerOf, sourcePart } from '../../core/messages/source.ts';
import { endedAt, placeAt, placeOfEnded } from '../../core/reviews/ended.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Review } from '../../core/reviews/schema.ts';

export type List = {
  /** The position of a message in it; also the cursor of the page that ends with it. */
  placeOf: (message: Message) => string;
  isAfter: (place: string, other: string) => boolean;
  fits: (message: Message) => boolean;
  /** False if only the server knows its contents, as for a search: nothing is added then. */
  isKnown: boolean;
  asNew: (message: Message) => Message;
};

export type MessageFilter = Partial<Omit<ListMessages, 'limit' | 'cursor' | 'after'>>;

const asIs = (message: Message) => message;
const byId = ({ id }: Message) => id;
const ascending = (place: string, other: string) => place > other;
const descending = (place: string, other: string) => place < other;

/** All messages of a channel, oldest first. */
export const conversationOf = (channelId: string): List => ({
  placeOf: byId,
  isAfter: ascending,
  isKnown: true,
  asNew: asIs,
  fits: (message) => message.channelId === channelId,
});

/** Messages, latest first. */
export const messagesOf = (filter: MessageFilter): List => ({
  placeOf: filter.order === 'ended' ? placeOfEnded : byId,
  isAfter: descending,
  fits: (message) => isListed(message, filter),
  isKnown: filter.search === undefined,
  asNew: asIs,
});

/** Pending questions, soonest to expire first unless the query says otherwise. */
export const pendingOf = (query: PendingQuery): List => ({
  placeOf: placeOfPending,
  isAfter: pendingOrders[query.order ?? 'expires'],
  fits: (message) => isPendingIn(message, query),
  isKnown: query.search === undefined,
  asNew: (message): Message & { unread: true } => ({ ...message, unread: true }),
});

export const placeOfPending = ({ id, review }: Message) => placeAt(review?.expiresAt ?? null, id);

const idIn = (place: string) => place.slice(place.indexOf('_') + 1);

const pendingOrders: Record<NonNullable<PendingQuery['order']>, List['isAfter']> = {
  expires: ascending,
  newest: (place, other) => idIn(place) < idIn(other),
  oldest: (place, other) => idIn(place) > idIn(other),
};

/** Returns whether a question is pending and belongs in the list, apart from search and `unread`. */
export function isPendingIn(message: Message, query: PendingQuery): boolean {
  const { channelId, review } = message;
  const { channel = channelId, type = review?.type, session, askedBy, expiresBefore } = query;
  if (!isOpen(review)) return false;
  if (session !== undefined && sourcePart(message, 'session') !== session) return false;
  if (askedBy !== undefined && askerOf(message) !== askedBy) return false;
  const isInTime = expiresBefore === undefined || review.expiresAt < expiresBefore;
  return isInTime && channel === channelId && type === review.type;
}

function isListed(message: Message, filter: MessageFilter): boolean {
  const { channelId, review, attachments } = message;
  if (filter.channel && !filter.channel.includes(channelId)) return false;
  if (filter.session && sourcePart(message, 'session') !== filter.session) return false;
  if (filter.has_attachments === 'true' && attachments.length === 0) return false;
  if (filter.has_attachments === 'false' && attachments.length > 0) return false;
  if (filter.review === undefined) return true;
  if (filter.review === 'pending') return isOpen(review);
  if (filter.review === 'any') return review !== null;
  if (filter.askedBy && askerOf(message) !== filter.askedBy) return false;
  return review?.status === filter.review && isEndedAs(review, filter);
}

function isEndedAs(
  review: Review,
  { type, verdict, respondedBy, from = '', to = '\uffff' }: MessageFilter,
): boolean {
  const at = endedAt(review) ?? '';
  if (type && !type.includes(review.type)) return false;
  if (verdict && (review.verdict === null || !verdict.includes(review.verdict))) return false;
  if (respondedBy && !respondedBy.includes(review.respondedBy?.id ?? '')) return false;
  return at >= from && at < to;
}

/** Filters and order of pending reviews. */
export type PendingQuery = {
  channel?: string;
  type?: string;
  session?: string;
  /** The id of a key, or `local`. */
  askedBy?: string;
  search?: string;
  expiresBefore?: string;
  unread?: 'true' | 'false';
  order?: 'expires' | 'newest' | 'oldest';
};
