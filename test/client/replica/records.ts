/** Messages of the model, and the pages in which they are read. */
import type { List } from '../../../src/client/replica/lists.ts';
import type { Message } from '../../../src/core/messages/schema.ts';

export type Kind = 'text' | 'question' | 'draft';
export type Span = { from?: string | null; to?: string | null; limit: number };

export const AT = '2030-01-02T12:00:00.000Z';
/** As a list has it. */
const CUT = 3;
export const cut = (message: Message): Message =>
  (message.text?.length ?? 0) > CUT
    ? { ...message, text: `${message.text?.slice(0, CUT)}`, truncated: true }
    : message;

export const isOpen = ({ review }: Message) =>
  review?.status === 'pending' && review.openedAt !== null;

export const withReview = (message: Message, part: object) =>
  ({ ...message, review: { ...message.review, ...part } }) as Message;

export type New = {
  channelId: string;
  kind: Kind;
  /** When it expires; its text is as long as their rest of 6. */
  minutes?: number;
  review?: object;
  attachments?: object[];
};

export function messageOf(
  id: string,
  { channelId, kind, minutes = 0, review, attachments = [] }: New,
): Message {
  const expiresAt = `2030-01-02T13:${String(minutes % 60).padStart(2, '0')}:00.000Z`;
  const openedAt = kind === 'question' ? AT : null;
  const asked = {
    type: 'approval',
    status: 'pending',
    openedAt,
    expiresAt,
    withdrawn: null,
    ranAt: null,
    payload: {},
  };
  return {
    id,
    channelId,
    text: 'x'.repeat(minutes % 6),
    truncated: false,
    attachments,
    deliveryStatus: 'sent',
    streamState: kind === 'draft' ? 'streaming' : null,
    createdAt: AT,
    review: kind === 'text' ? null : { ...asked, ...review },
  } as unknown as Message;
}

/** A page of a list after a place in its order, or before one. */
export function pageOf(
  messages: Message[],
  { placeOf, isAfter, fits, asNew }: List,
  { from = null, to = null, limit }: Span,
  isUnread: (message: Message) => boolean,
) {
  const rest = messages
    .filter(fits)
    .sort((one, other) => (isAfter(placeOf(one), placeOf(other)) ? 1 : -1))
    .filter((one) => from === null || isAfter(placeOf(one), from))
    .filter((one) => to === null || isAfter(to, placeOf(one)));
  const isBack = to !== null;
  const page = isBack ? rest.slice(-limit) : rest.slice(0, limit);
  const edge = page.length < rest.length ? (isBack ? page[0] : page.at(-1)) : undefined;
  const place = edge ? placeOf(edge) : null;
  const ends = isBack ? { from: place, to } : { from, to: place };
  const listed = (one: Message) =>
    'unread' in asNew(one) ? { ...one, unread: isUnread(one) } : one;
  return { messages: page.map(cut).map(listed), ...ends };
}
