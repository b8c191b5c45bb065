/** The loaded part of a list of messages; events keep it up to date. */
import type { Message } from '../../core/messages/schema.ts';
import type { Alteration, Change } from './change.ts';
import type { List } from './lists.ts';

export type Window<M extends Message = Message> = {
  /** In list order. */
  readonly messages: M[];
  /** The positions between which it was loaded, inclusive; null at an end of the list. */
  readonly from: string | null;
  readonly to: string | null;
};

export const emptyWindow = { messages: [], from: null, to: null } satisfies Window;

export const holds = ({ messages }: Window, id: string): boolean =>
  messages.some((one) => one.id === id);

/** Applies an event to the pages of a list. */
export function changed<W extends Window>(
  pages: readonly W[],
  change: Change,
  list: List,
): readonly W[] {
  if (!('put' in change)) return mapped(pages, change, list);
  const { put } = change;
  if (!pages.some((page) => holds(page, put.id))) return inserted(pages, put, list);
  const concerns = ({ id }: Message) => id === put.id;
  return mapped(pages, { concerns, to: (held) => newerOf(held, put) }, list);
}

function mapped<W extends Window>(
  pages: readonly W[],
  { concerns, to }: Alteration,
  list: List,
): readonly W[] {
  if (!pages.some(({ messages }) => messages.some(concerns))) return pages;
  const next = (message: Message) => {
    const after = concerns(message) ? to(message) : message;
    return after === message || (after && list.fits(after)) ? [after] : [];
  };
  return pages.map((page) =>
    page.messages.some(concerns) ? { ...page, messages: page.messages.flatMap(next) } : page,
  );
}

/** Inserts a new message in order, if the pages reach that far. */
function inserted<W extends Window>(
  pages: readonly W[],
  message: Message,
  list: List,
): readonly W[] {
  const { placeOf, isAfter } = list;
  if (!list.isKnown || !list.fits(message)) return pages;
  const place = placeOf(message);
  const isWithin = ({ from, to }: Window) =>
    !(from !== null && isAfter(from, place)) && !(to !== null && isAfter(place, to));
  const at = pages.findIndex(isWithin);
  const page = pages[at];
  if (!page) return pages;
  const before = page.messages.findIndex((one) => isAfter(placeOf(one), place));
  const index = before < 0 ? page.messages.length : before;
  const messages = page.messages.toSpliced(index, 0, list.asNew(message));
  return pages.with(at, { ...page, messages });
}

/** Joins a page that continues it at one end. */
export function joined<W extends Window>(window: W, page: Window, end: 'from' | 'to'): W {
  const added = page.messages.filter(({ id }) => !holds(window, id));
  const messages = end === 'from' ? [...added, ...window.messages] : [...window.messages, ...added];
  return { ...window, messages, [end]: page[end] };
}

/** Drops what exceeds `largest` at one end; it can be loaded again. */
export function trimmed<W extends Window>(
  window: W,
  end: 'from' | 'to',
  { placeOf, largest }: { placeOf: List['placeOf']; largest: number },
): W {
  const { messages } = window;
  if (messages.length <= largest) return window;
  const kept = end === 'from' ? messages.slice(-largest) : messages.slice(0, largest);
  const last = end === 'from' ? kept[0] : kept.at(-1);
  return { ...window, messages: kept, [end]: last ? placeOf(last) : null };
}

/** Returns the later of two versions of a message: the one that arrives last may be older. */
export function newerOf<M extends Message>(held: M, came: Message): M {
  if (came.seq < held.seq) return held;
  // Lists truncate long messages: keep one that was loaded in full.
  if (came.seq === held.seq && came.truncated && !held.truncated) return held;
  // Keep fields that only this list has, such as `unread`.
  return { ...held, ...came };
}
