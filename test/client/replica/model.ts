/** An inbox in memory: messages, channels and the log of what changed them, as one person sees them. */

import type { List } from '../../../src/client/replica/lists.ts';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { LiveEvent } from '../../../src/core/events.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import type { Reach } from '../../../src/core/reach/schema.ts';
import type { Review } from '../../../src/core/reviews/schema.ts';

export type Kind = 'text' | 'question' | 'draft';
export type Span = { from?: string | null; to?: string | null; limit: number };
export type Model = ReturnType<typeof createModel>;
/** `channelId` is null for events that only this person receives, whatever they see. */
type Logged = {
  seq: number;
  channelId: string | null;
  live: LiveEvent;
  caughtUp: () => LiveEvent;
};

const AT = '2030-01-02T12:00:00.000Z';
const inMinutes = (minutes: number) =>
  `2030-01-02T13:${String(minutes % 60).padStart(2, '0')}:00.000Z`;
/** As a list has it. */
const CUT = 3;
export const cut = (message: Message): Message =>
  (message.text?.length ?? 0) > CUT
    ? { ...message, text: `${message.text?.slice(0, CUT)}`, truncated: true }
    : message;

export function createModel() {
  let [seq, made, log] = [0, 0, 0];
  let oldest = 1;
  let events: Logged[] = [];
  let messages = new Map<string, Message>();
  let channels = new Map<string, Agent>();
  let seen = new Set<string>();
  let backup: (() => void) | undefined;
  const name = (kind: string) => `${kind}${String(made++).padStart(6, '0')}`;

  function emit(channelId: string | null, live: object, caughtUp?: () => object): void {
    const withSeq = (heard: object) => ({ ...heard, seq: at }) as LiveEvent;
    const at = ++seq;
    const later = caughtUp ?? (() => live);
    events.push({
      ...{ seq: at, channelId, live: withSeq(live) },
      caughtUp: () => withSeq(later()),
    });
  }
  /** Stores a message and logs what happened to it; caught up on, it comes as it is then. */
  function store(message: Message, event: string, shape: (now: Message) => object = (now) => now) {
    const { id, channelId } = message;
    const next = { ...message, seq: seq + 1 };
    messages.set(id, next);
    emit(channelId, { name: event, payload: shape(next) }, () => {
      const now = messages.get(id);
      if (now) return { name: event, payload: shape(cut(now)) };
      return { name: 'message:deleted', payload: { id, channelId, was: { pending: false } } };
    });
    return next;
  }
  const channelNow = (id: string) => () => ({
    ...{ name: 'agent:updated', payload: channels.get(id) ?? { id } },
  });
  const isOpen = ({ review }: Message) => review?.status === 'pending' && review.openedAt !== null;
  const change = (id: string, to: (message: Message) => void) => {
    const message = messages.get(id);
    if (message) to(message);
  };
  const review = (message: Message, part: Partial<Review>) =>
    ({ ...message, review: { ...message.review, ...part } }) as Message;
  const sees = ({ channelId }: { channelId: string }) => seen.has(channelId);

  return {
    now: () => seq,
    log: () => log,
    ids: () => [...messages.keys()],
    channelIds: () => [...channels.keys()],

    addChannel(): void {
      const channel = { id: name('c'), name: 'Bot', status: null } as Agent;
      channels.set(channel.id, channel);
      seen.add(channel.id);
      emit(channel.id, { name: 'agent:created', payload: channel }, channelNow(channel.id));
    },
    renameChannel(id: string): void {
      const channel = { ...channels.get(id), name: name('Bot') } as Agent;
      channels.set(id, channel);
      emit(id, { name: 'agent:updated', payload: channel }, channelNow(id));
    },
    removeChannel(id: string): void {
      for (const one of messages.values()) if (one.channelId === id) messages.delete(one.id);
      channels.delete(id);
      emit(id, { name: 'agent:deleted', payload: { id } });
    },
    /** Another of the person's rights: they see the channel, or no longer. */
    grant(id: string): void {
      if (!seen.delete(id)) seen.add(id);
      emit(null, { name: 'access:changed', payload: { userId: 'me' } });
    },
    send(channelId: string, kind: Kind, minutes: number, expiresAt = inMinutes(minutes)): Message {
      const openedAt = kind === 'question' ? AT : null;
      const asked = { type: 'approval', status: 'pending', openedAt, expiresAt, payload: {} };
      const streamState = kind === 'draft' ? 'streaming' : null;
      const of = { id: name('m'), channelId, text: 'x'.repeat(minutes % 6), truncated: false };
      const more = { deliveryStatus: 'sent', streamState, attachments: [], createdAt: AT };
      const message = { ...of, ...more, review: kind === 'text' ? null : asked };
      return store(message as unknown as Message, 'message:created');
    },
    /** Ends a draft, which opens its question, or writes on. */
    write: (id: string, isEnd: boolean, expiresAt?: string) =>
      change(id, (message) => {
        if (message.streamState !== 'streaming') return;
        const text = `${message.text}y`;
        if (!isEnd) store({ ...message, text }, 'message:updated');
        else {
          const ended = { ...message, text, streamState: 'complete' as const };
          const opened = { openedAt: AT, ...(expiresAt && { expiresAt }) };
          store(message.review ? review(ended, opened) : ended, 'message:updated');
        }
      }),
    answer(id: string, respondedAt = AT): Message | undefined {
      const message = messages.get(id);
      if (!message || !isOpen(message)) return undefined;
      const answered = review(message, { status: 'completed', respondedAt });
      return store(answered, 'review:responded');
    },
    expire: (id: string) =>
      change(id, (message) => {
        if (!isOpen(message)) return;
        const { channelId } = message;
        const shape = () => ({ messageId: id, channelId, was: { pending: true } });
        store(review(message, { status: 'expired' }), 'review:expired', shape);
      }),
    deliver: (id: string) =>
      change(id, (message) => {
        const shape = ({ channelId, deliveryStatus }: Message) => ({
          ...{ messageId: id, channelId, deliveryStatus },
        });
        store({ ...message, deliveryStatus: 'agent_received' }, 'message:delivery', shape);
      }),
    /** Has an event of its own, and leaves the number of the message. */
    reach: (id: string, people: number) =>
      change(id, (message) => {
        if (!message.review) return;
        messages.set(id, review(message, { reach: { people } as Reach }));
        const { channelId } = message;
        const name = 'review:reach';
        const payload = { messageId: id, channelId, reach: { people } };
        emit(channelId, { name, payload }, () => {
          const now = messages.get(id);
          if (now?.review) return { name, payload: { ...payload, reach: now.review.reach } };
          return { name: 'message:deleted', payload: { id, channelId, was: { pending: false } } };
        });
      }),
    retract: (id: string) =>
      change(id, ({ channelId }) => {
        messages.delete(id);
        const payload = { id, channelId, was: { pending: false } };
        emit(channelId, { name: 'message:deleted', payload });
      }),
    prune(channelId: string): void {
      const old = [...messages.values()].filter(
        (one) => one.channelId === channelId && !isOpen(one),
      );
      const ids = old.slice(0, 3).map(({ id }) => id);
      for (const id of ids) messages.delete(id);
      emit(channelId, { name: 'messages:pruned', payload: { channelId, before: AT, ids } });
    },
    backUp(): void {
      const kept = [new Map(messages), new Map(channels), new Set(seen)] as const;
      backup = () => {
        [messages, channels, seen] = [new Map(kept[0]), new Map(kept[1]), new Set(kept[2])];
      };
    },
    /** The numbers go on; the log is another. */
    restore(): void {
      if (!backup) return;
      backup();
      log += 1;
      [events, oldest] = [[], seq + 1];
    },
    pruneLog(): void {
      events = events.slice(-5);
      oldest = events[0]?.seq ?? seq + 1;
    },

    /**
     * The events that the person may receive after a position, in the current shape or the former
     * one; null if the position is gone.
     */
    eventsAfter(after: number, of: number, shape: 'live' | 'caughtUp'): LiveEvent[] | null {
      if (of !== log || after < oldest - 1) return null;
      return events
        .filter((one) => one.seq > after && (one.channelId === null || seen.has(one.channelId)))
        .map((one) => (shape === 'live' ? one.live : one.caughtUp()));
    },
    channels: () => [...channels.values()].filter(({ id }) => seen.has(id)),
    message: (id: string) => [messages.get(id)].find((one) => one && sees(one)),
    /** A page of a list after a place in its order, or before one. */
    page(list: List, { from = null, to = null, limit }: Span) {
      const { placeOf, isAfter, fits } = list;
      const all = [...messages.values()]
        .filter((one) => sees(one) && fits(one))
        .sort((one, other) => (isAfter(placeOf(one), placeOf(other)) ? 1 : -1));
      const rest = all
        .filter((one) => from === null || isAfter(placeOf(one), from))
        .filter((one) => to === null || isAfter(to, placeOf(one)));
      const isBack = to !== null;
      const page = isBack ? rest.slice(-limit) : rest.slice(0, limit);
      const edge = page.length < rest.length ? (isBack ? page[0] : page.at(-1)) : undefined;
      const place = edge ? placeOf(edge) : null;
      const ends = isBack ? { from: place, to } : { from, to: place };
      return { messages: page.map(cut), ...ends };
    },
  };
}
