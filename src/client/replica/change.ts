/** The changes of an event in loaded messages. */
import type { EventPayload, LiveEvent, LiveName } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';

/** A current message, or an alteration of some. */
export type Change = { put: Message } | Alteration;
/** `to` returns null for a removed message. */
export type Alteration = {
  concerns: (message: Message) => boolean;
  to: (message: Message) => Message | null;
};

type Rules = {
  [Name in LiveName]?: (payload: EventPayload<Name>, seq: number | null) => Change;
};

/** Returns undefined if no message is concerned. */
export const changeOf = <Name extends LiveName>(event: LiveEvent<Name>): Change | undefined =>
  rules[event.name]?.(event.payload, event.seq);

/** An answer comes with the state before it, which does not belong to the message. */
const put = ({ was: _, ...message }: Message & { was?: unknown }): Change => ({ put: message });

const remove = (concerns: (message: Message) => boolean): Change => ({ concerns, to: () => null });

/** Skipped for a message that was read after the event. */
const change = (id: string, seq: number | null, to: (message: Message) => Message): Change => ({
  concerns: (message) => message.id === id && (seq === null || message.seq < seq),
  to: (message) => ({ ...to(message), seq: seq ?? message.seq }),
});

/** The message keeps its number, which an answer names: its reach is not a part of the question. */
const withReach = ({ messageId, reach }: EventPayload<'review:reach'>): Change => ({
  concerns: ({ id, review }) => id === messageId && review !== null,
  to: (message) =>
    message.review ? { ...message, review: { ...message.review, reach } } : message,
});

const withExpiry = (message: Message): Message =>
  message.review ? { ...message, review: { ...message.review, status: 'expired' } } : message;

const rules: Rules = {
  'message:created': put,
  'message:updated': put,
  'review:responded': put,
  'message:deleted': ({ id }) => remove((message) => message.id === id),
  'messages:pruned': ({ ids }) => remove((message) => ids.includes(message.id)),
  'agent:deleted': ({ id }) => remove((message) => message.channelId === id),
  'message:delivery': ({ messageId, deliveryStatus }, seq) =>
    change(messageId, seq, (message) => ({ ...message, deliveryStatus })),
  'review:expired': ({ messageId }, seq) => change(messageId, seq, withExpiry),
  'review:withdrawn': ({ message }) => ({ put: message }),
  'review:reach': withReach,
  // A list of unread questions keeps it until it is read again.
  'review:read': ({ messageId, unread }) =>
    change(messageId, null, (message) => ('unread' in message ? { ...message, unread } : message)),
};
