/** A client's copy of an inbox, as it reads and receives events; answers and events arrive on demand. */
import {
  conversationOf,
  type List,
  messagesOf,
  pendingOf,
} from '../../../src/client/replica/lists.ts';
import { channelsAfter, messageAfter, pagesAfter } from '../../../src/client/replica/parts.ts';
import { createRecent } from '../../../src/client/replica/recent.ts';
import { joined, trimmed, type Window } from '../../../src/client/replica/window.ts';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { LiveEvent } from '../../../src/core/events.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import type { Model } from './model.ts';
import { createPresses } from './presses.ts';
import { isOpen, type Span } from './records.ts';
import { createRequests } from './requests.ts';

export type Picture = ReturnType<typeof createPicture>;

const PAGE = 3;
const LARGEST = 4;
/** The lists of pending questions, in which it is said who has read them. */
const pending: Name[] = ['soonest', 'newest'];

export const listsOf = (channelId: string) => ({
  soonest: pendingOf({}),
  newest: pendingOf({ order: 'newest', channel: channelId }),
  messages: messagesOf({ channel: [channelId] }),
  answered: messagesOf({ review: 'completed', order: 'ended' }),
  withdrawn: messagesOf({ review: 'withdrawn', order: 'ended' }),
  conversation: conversationOf(channelId),
});
export type Name = keyof ReturnType<typeof listsOf>;

export function createPicture(model: Model, channelId: string) {
  const lists: Record<Name, List> = listsOf(channelId);
  const names = Object.keys(lists) as Name[];
  const recent = createRecent();
  const pages = new Map<Name, readonly Window[]>();
  const whole = new Map<string, Message>();
  /** Lists to be read as a whole. */
  const outdated = new Set<Name>();
  let channels: Agent[] = [];
  let place = { after: 0, log: 0 };
  let connection: LiveEvent[] | undefined;
  /** How many events of the connection it missed; it is live after them. */
  let missed = 0;
  let last: LiveEvent | undefined;
  const { ask, begin, ...requests } = createRequests(recent);
  const presses = createPresses(model, ask, respond);

  type UpToDate = (pages: readonly Window[]) => readonly Window[];
  function readPage(
    name: Name,
    span: Omit<Span, 'limit'>,
    put: (page: Window, upToDate: UpToDate) => void,
  ): void {
    const list = lists[name];
    ask(
      () => model.page(list, { ...span, limit: PAGE }),
      (page, since) =>
        put(page, (all) => since.reduce((now, received) => pagesAfter(now, received, list), all)),
      name,
    );
  }

  function readWhole(id: string): void {
    begin(id);
    ask(
      () => model.message(id) ?? null,
      (read, since) => {
        const next = (now: Message | null, received: LiveEvent) =>
          now && messageAfter(now, received);
        hold(id, since.reduce(next, read));
      },
      id,
    );
  }

  function hold(id: string, message: Message | null): void {
    if (message) whole.set(id, message);
    else whole.delete(id);
  }

  function readList(name: Name): void {
    begin(name);
    outdated.add(name);
    // A conversation is read from its end.
    const span = name === 'conversation' ? { to: '~' } : {};
    readPage(name, span, (page, upToDate) => {
      outdated.delete(name);
      pages.set(name, upToDate([{ ...page, to: span.to ? null : page.to }]));
    });
  }

  function readAll(): void {
    begin();
    presses.interrupt();
    for (const name of names) readList(name);
    for (const id of whole.keys()) readWhole(id);
    ask(model.channels, (read, since) => {
      channels = since.reduce(channelsAfter, read);
    });
  }

  /** Parts that no log has are read again: whether questions are unread. */
  function live(): void {
    for (const name of pending) readList(name);
  }

  /** Where the events after its place are gone. */
  function reset(): void {
    place = { after: model.now(), log: model.log() };
    [connection, missed] = [[], 0];
    readAll();
  }

  function apply(received: LiveEvent): void {
    for (const [name, held] of pages) pages.set(name, pagesAfter(held, received, lists[name]));
    for (const [id, message] of whole) hold(id, messageAfter(message, received));
    channels = channelsAfter(channels, received);
    recent.add(received);
  }

  /** As a follower does: each event once. */
  function receive(received: LiveEvent): void {
    const { seq } = received;
    if (seq !== null && seq <= place.after) return;
    if (seq !== null) {
      place = { ...place, after: seq };
      last = received;
    }
    apply(received);
    if (received.name === 'access:changed') readAll();
  }

  function connect(): void {
    model.takePassing();
    connection = model.eventsAfter(place.after, place.log, 'caughtUp') ?? undefined;
    missed = connection?.length ?? 0;
    if (!connection) reset();
    else if (missed === 0) live();
  }

  /** Events that were missed, and then new ones, one by one. */
  function deliver(): void {
    if (!connection) return;
    const numbers = connection.flatMap(({ seq }) => seq ?? []);
    const until = Math.max(numbers.at(-1) ?? 0, place.after);
    const events = model.eventsAfter(until, place.log, 'live');
    const passing = model.takePassing();
    if (!events) {
      connect();
      return;
    }
    connection.push(...events, ...(missed > 0 ? [] : passing));
    const next = connection.shift();
    if (next) receive(next);
    if (missed > 0 && --missed === 0) live();
  }

  /** The pages without the questions whose answers are on their way. */
  const shown = () =>
    new Map(
      [...pages].map(([name, windows]) => [
        name,
        windows.map((one) => ({
          ...one,
          messages: one.messages.filter(
            ({ id }) => !presses.isHidden(id) || !pending.includes(name),
          ),
        })),
      ]),
    );

  /** A response has the message as it is now. */
  function respond(message: Message): void {
    const received = recent.responded(message);
    if (received) apply(received);
  }

  const isBusy = () =>
    requests.count() > 0 || presses.all().length > 0 || (connection ?? []).length > 0;

  reset();
  return {
    connect,
    deliver,
    readWhole,
    drop: () => {
      connection = undefined;
    },
    repeat: () => last && receive(last),
    handle: requests.handle,
    arrive: requests.arrive,
    takeBack: presses.takeBack,
    send: presses.send,
    /** The next page of a list. It replaces a read of the whole list, which is repeated afterwards. */
    more(name: Name): void {
      const from = pages.get(name)?.at(-1)?.to;
      if (!from || name === 'conversation') return;
      begin(name);
      readPage(name, { from }, (page, upToDate) => {
        const held = pages.get(name) ?? [];
        if (held.at(-1)?.to === from) pages.set(name, upToDate([...held, page]));
        if (outdated.has(name)) readList(name);
      });
    },
    /** The conversation, further in one direction. */
    scroll(end: 'from' | 'to'): void {
      const edge = pages.get('conversation')?.[0]?.[end];
      if (!edge) return;
      readPage('conversation', end === 'from' ? { to: edge } : { from: edge }, (page, upToDate) => {
        const [held] = pages.get('conversation') ?? [];
        const [now = page] = upToDate([page]);
        if (held?.[end] === edge) pages.set('conversation', [joined(held, now, end)]);
      });
    },
    trim(end: 'from' | 'to'): void {
      const { placeOf } = lists.conversation;
      const held = pages.get('conversation') ?? [];
      const shorter = held.map((one) => trimmed(one, end, { placeOf, largest: LARGEST }));
      pages.set('conversation', shorter);
    },
    /** Chooses an answer, which hides the question. */
    press(id: string): void {
      const read = [...pages.values()].flat().flatMap(({ messages }) => messages);
      const question = read.find((one) => one.id === id && isOpen(one));
      if (question) presses.press(question);
    },
    /** Until nothing is on its way; `each` is called after each step. */
    settle(each: () => void): void {
      if (!connection) connect();
      for (let before = -1; isBusy() || before < place.after; ) {
        before = place.after;
        for (const id of presses.all()) presses.send(id);
        deliver();
        requests.arrive(0);
        each();
      }
    },
    held: () => ({ pages: shown(), whole, channels }),
  };
}
