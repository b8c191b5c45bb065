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
import type { Model, Span } from './model.ts';

type Answer = { handle: () => void; arrive: () => void };
export type Picture = ReturnType<typeof createPicture>;

const PAGE = 3;
const LARGEST = 4;

export const listsOf = (channelId: string) => ({
  soonest: pendingOf({}),
  newest: pendingOf({ order: 'newest', channel: channelId }),
  messages: messagesOf({ channel: [channelId] }),
  answered: messagesOf({ review: 'completed', order: 'ended' }),
  conversation: conversationOf(channelId),
});
export type Name = keyof ReturnType<typeof listsOf>;

export function createPicture(model: Model, channelId: string) {
  const lists: Record<Name, List> = listsOf(channelId);
  const names = Object.keys(lists) as Name[];
  const recent = createRecent();
  const pages = new Map<Name, readonly Window[]>();
  const whole = new Map<string, Message>();
  let channels: Agent[] = [];
  let place = { after: 0, log: 0 };
  let connection: LiveEvent[] | undefined;
  let last: LiveEvent | undefined;
  const answers: Answer[] = [];
  /** An answer that was asked for before everything is read again is not taken. */
  let turn = 0;

  /** Takes the server's state at the time of the request, and the events until the answer arrives. */
  function ask<T>(read: () => T, take: (answer: T, since: LiveEvent[]) => void): void {
    const [end, asked] = [recent.begin(), turn];
    let given: { answer: T } | undefined;
    const handle = () => {
      given ??= { answer: read() };
      return given.answer;
    };
    const arrive = () => {
      const answer = handle();
      const since = end();
      if (asked === turn) take(answer, since);
    };
    answers.push({ handle, arrive });
  }

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
        put(page, (all) => since.reduce((now, heard) => pagesAfter(now, heard, list), all)),
    );
  }

  function readWhole(id: string): void {
    ask(
      () => model.message(id) ?? null,
      (read, since) => {
        const next = (now: Message | null, heard: LiveEvent) => now && messageAfter(now, heard);
        hold(id, since.reduce(next, read));
      },
    );
  }

  function hold(id: string, message: Message | null): void {
    if (message) whole.set(id, message);
    else whole.delete(id);
  }

  function readAll(): void {
    turn += 1;
    for (const name of names) {
      // A conversation is read from its end.
      const span = name === 'conversation' ? { to: '~' } : {};
      readPage(name, span, (page, upToDate) => {
        pages.set(name, upToDate([{ ...page, to: span.to ? null : page.to }]));
      });
    }
    for (const id of whole.keys()) readWhole(id);
    ask(model.channels, (read, since) => {
      channels = since.reduce(channelsAfter, read);
    });
  }

  /** Where the events after its place are gone. */
  function reset(): void {
    place = { after: model.now(), log: model.log() };
    connection = [];
    readAll();
  }

  function apply(heard: LiveEvent): void {
    for (const [name, held] of pages) pages.set(name, pagesAfter(held, heard, lists[name]));
    for (const [id, message] of whole) hold(id, messageAfter(message, heard));
    channels = channelsAfter(channels, heard);
    recent.add(heard);
  }

  /** As a follower does: each event once. */
  function hear(heard: LiveEvent): void {
    if ((heard.seq ?? 0) <= place.after) return;
    place = { ...place, after: heard.seq ?? 0 };
    last = heard;
    apply(heard);
    if (heard.name === 'access:changed') readAll();
  }

  function connect(): void {
    connection = model.eventsAfter(place.after, place.log, 'caughtUp') ?? undefined;
    if (!connection) reset();
  }

  /** What was missed, and then what happens, one by one. */
  function deliver(): void {
    if (!connection) return;
    const until = Math.max(connection.at(-1)?.seq ?? 0, place.after);
    const live = model.eventsAfter(until, place.log, 'live');
    if (live) connection.push(...live);
    else connect();
    const next = connection.shift();
    if (next) hear(next);
  }

  reset();
  return {
    ...{ connect, deliver, readWhole },
    drop: () => {
      connection = undefined;
    },
    repeat: () => last && hear(last),
    handle: (at: number) => void answers[at % answers.length]?.handle(),
    arrive: (at: number) => answers.splice(at % answers.length, 1)[0]?.arrive(),
    /** The next page of a list. */
    more(name: Name): void {
      const from = pages.get(name)?.at(-1)?.to;
      if (!from || name === 'conversation') return;
      readPage(name, { from }, (page, upToDate) => {
        const held = pages.get(name) ?? [];
        if (held.at(-1)?.to === from) pages.set(name, upToDate([...held, page]));
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
    /** Answers as this person: the response has the message as it is now. */
    answer(id: string): void {
      const message = model.message(id) && model.answer(id);
      if (message === undefined) return;
      ask(
        () => message,
        (payload) => {
          const heard = recent.responded(payload);
          if (heard) apply(heard);
        },
      );
    },
    /** Until nothing is on its way; `each` is called after each step. */
    settle(each: () => void): void {
      if (!connection) connect();
      for (let before = -1; answers.length > 0 || before < place.after; ) {
        before = place.after;
        deliver();
        answers.shift()?.arrive();
        each();
      }
    },
    held: () => ({ pages, whole, channels }),
  };
}
