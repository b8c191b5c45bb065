/** The loaded part of a channel's messages: a long channel is never loaded in full. */
import type { Alteration, Change } from '../../client/replica/change.ts';
import type { List } from '../../client/replica/lists.ts';
import { changed, emptyWindow, type Window } from '../../client/replica/window.ts';
import type { Message } from '../../core/messages/schema.ts';

export type Span = Window & {
  /** Retracted messages. They keep their place, empty, so that no other moves. */
  retracted: ReadonlySet<string>;
};

/** The most messages that are kept; beyond that they are loaded again when needed. */
export const LARGEST = 400;

export const emptySpan: Span = { ...emptyWindow, retracted: new Set() };

export function withChange(span: Span, change: Change, list: List): Span {
  const gone = 'put' in change ? [] : span.messages.filter((one) => isRemoved(one, change));
  if (gone.length === 0) return changed([span], change, list)[0] ?? span;
  return { ...span, retracted: new Set([...span.retracted, ...gone.map(({ id }) => id)]) };
}

const isRemoved = (one: Message, { concerns, to }: Alteration) => concerns(one) && to(one) === null;
