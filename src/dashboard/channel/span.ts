/** The part of a channel's messages that is held: a long channel is never held whole. */
import type { Alteration, Change } from '../../client/replica/change.ts';
import type { List } from '../../client/replica/lists.ts';
import { changed, emptyWindow, type Window } from '../../client/replica/window.ts';
import type { Message } from '../../core/messages/schema.ts';

export type Span = Window & {
  /** Of the messages: those that are gone. They keep their place, empty, so that no other moves. */
  retracted: ReadonlySet<string>;
};

/** So many are held; what is beyond is read again when one comes back to it. */
export const LARGEST = 400;

export const emptySpan: Span = { ...emptyWindow, retracted: new Set() };

export function withChange(span: Span, change: Change, list: List): Span {
  const gone = 'put' in change ? [] : span.messages.filter((one) => isRemoved(one, change));
  if (gone.length === 0) return changed([span], change, list)[0] ?? span;
  return { ...span, retracted: new Set([...span.retracted, ...gone.map(({ id }) => id)]) };
}

const isRemoved = (one: Message, { concerns, to }: Alteration) => concerns(one) && to(one) === null;
