/** The part of a channel's messages that is held: a long channel is never held whole. */
import type { Message } from '../../core/messages/schema.ts';
import { newerOf } from '../data/newer.ts';

export type Span = {
  /** Oldest first. */
  messages: readonly Message[];
  /** Whether there is more before the first and after the last. */
  hasOlder: boolean;
  hasNewer: boolean;
  /** Of the messages: those that are gone. They keep their place, empty, so that no other moves. */
  retracted: ReadonlySet<string>;
};

/** So many are held; what is beyond is read again when one comes back to it. */
export const LARGEST = 400;

export const emptySpan: Span = {
  messages: [],
  hasOlder: false,
  hasNewer: false,
  retracted: new Set(),
};

/** With a page of older ones, which comes newest first. */
export const withOlder = (span: Span, page: readonly Message[], hasOlder: boolean): Span => {
  const known = new Set(span.messages.map(({ id }) => id));
  const older = page.filter(({ id }) => !known.has(id)).toReversed();
  return { ...span, messages: [...older, ...span.messages], hasOlder };
};

/** With a page of newer ones, which comes oldest first. */
export const withNewer = (span: Span, page: readonly Message[], hasNewer: boolean): Span => ({
  ...page.reduce(insert, span),
  hasNewer,
});

export const holds = ({ messages }: Span, id: string): boolean =>
  messages.some((one) => one.id === id);

/** Puts a message in place of what it was, or where its id belongs, if that is within the span. */
export function put(span: Span, message: Message): Span {
  if (holds(span, message.id)) return change(span, message.id, (held) => newerOf(held, message));
  const [first] = span.messages;
  const last = span.messages.at(-1);
  if (span.hasOlder && first && message.id < first.id) return span;
  if (span.hasNewer && last && message.id > last.id) return span;
  return insert(span, message);
}

export function change(span: Span, id: string, to: (message: Message) => Message): Span {
  const at = span.messages.findIndex((one) => one.id === id);
  const message = span.messages[at];
  return message ? { ...span, messages: span.messages.with(at, to(message)) } : span;
}

export function retract(span: Span, id: string): Span {
  if (!holds(span, id)) return span;
  return { ...span, retracted: new Set(span.retracted).add(id) };
}

/** Lets go of what is too much at one end. */
export function trim(span: Span, end: 'older' | 'newer', largest = LARGEST): Span {
  const { messages } = span;
  if (messages.length <= largest) return span;
  return end === 'older'
    ? { ...span, messages: messages.slice(-largest), hasOlder: true }
    : { ...span, messages: messages.slice(0, largest), hasNewer: true };
}

/** The span as the server has it now: `fresh` are all the messages that it reached to `before`. */
export function refreshed(span: Span, before: Span, fresh: readonly Message[]): Span {
  const ids = new Set(fresh.map(({ id }) => id));
  const gone = before.messages.filter(({ id }) => !ids.has(id));
  return fresh.reduce(
    put,
    gone.reduce((one, { id }) => retract(one, id), span),
  );
}

function insert(span: Span, message: Message): Span {
  if (holds(span, message.id)) return span;
  const at = span.messages.findLastIndex(({ id }) => id < message.id) + 1;
  return { ...span, messages: span.messages.toSpliced(at, 0, message) };
}
