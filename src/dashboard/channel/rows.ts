/** The surroundings of each message of a conversation: its day, and whether its sender is repeated. */
import type { Message } from '../../core/messages/schema.ts';
import { asMessage, type Outgoing } from './outbox.ts';

export type Row = {
  key: string;
  message: Message;
  /** The day that begins with it. */
  day: string | null;
  /** Its sender and time are shown above it. */
  isHead: boolean;
  /** The first that the reader has not seen. */
  isFirstUnread: boolean;
  isRetracted: boolean;
  /** Not stored on the server yet. */
  outgoing: Outgoing | null;
};
export type Given = {
  messages: readonly Message[];
  retracted: ReadonlySet<string>;
  hasNewer: boolean;
  /** The last message the reader had seen when they arrived. */
  seen: string | null;
  me: string;
  channelId: string;
  outgoing: readonly Outgoing[];
};

/** After a pause this long, the next message of the same sender shows its sender and time again. */
const PAUSE_MS = 5 * 60_000;

/** Drafts come after settled messages, and move to their place by time once they have ended. */
export function rowsOf({ messages, retracted, hasNewer, seen, me, ...given }: Given): Row[] {
  const known = new Set(messages.map(({ clientId }) => clientId));
  const outgoing = hasNewer ? [] : given.outgoing.filter(({ clientId }) => !known.has(clientId));
  const ordered = hasNewer
    ? messages
    : [...draftsLast(messages), ...outgoing.map((one) => asMessage(one, given.channelId, me))];
  const outgoingOf = new Map(outgoing.map((one) => [one.clientId, one]));
  let before: Message | null = null;
  let isMarked = seen === null;
  return ordered.map((message) => {
    const isRetracted = retracted.has(message.id);
    const day = before && dayOf(before) === dayOf(message) ? null : dayOf(message);
    const isUnread = !isMarked && seen !== null && message.id > seen && message.senderId !== me;
    const row: Row = {
      key: message.clientId ?? message.id,
      message,
      day: isRetracted ? null : day,
      isHead: day !== null || isUnread || !before || !continues(before, message),
      isFirstUnread: isUnread && !isRetracted,
      isRetracted,
      outgoing: outgoingOf.get(message.clientId ?? '') ?? null,
    };
    if (isRetracted) return row;
    before = message;
    isMarked ||= isUnread;
    return row;
  });
}

function draftsLast(messages: readonly Message[]): readonly Message[] {
  const drafts = messages.filter(isDraft);
  return drafts.length === 0 ? messages : [...messages.filter((one) => !isDraft(one)), ...drafts];
}

export const isDraft = ({ streamState }: Message) => streamState === 'streaming';

function continues(before: Message, message: Message): boolean {
  if (before.senderId !== message.senderId || before.senderType !== message.senderType)
    return false;
  // A question and its answer always have their own head.
  if (before.review || message.review || isDraft(message)) return false;
  return Date.parse(message.createdAt) - Date.parse(before.createdAt) < PAUSE_MS;
}

/** The day of a message in the reader's time zone. */
const dayOf = ({ createdAt }: Message) => new Date(createdAt).toDateString();
