/** An inbox in memory: messages, channels and the log of what changed them, as one person sees them. */
import type { List } from '../../../src/client/replica/lists.ts';
import type { Agent } from '../../../src/core/channels/schema.ts';
import { caughtUpOf } from '../../../src/core/events/lookup.ts';
import { liveShapeOf } from '../../../src/core/events/shapes.ts';
import type { LiveEvent } from '../../../src/core/events.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { AT, cut, isOpen, messageOf, type New, pageOf, type Span, withReview } from './records.ts';

export type Model = ReturnType<typeof createModel>;
/** `channelId` is null for events that only this person receives, whatever they see. */
type Logged = { seq: number; channelId: string | null; live: LiveEvent; caughtUp: () => LiveEvent };

export function createModel() {
  let [seq, made, log] = [0, 0, 0];
  let events: Logged[] = [];
  let now = {
    messages: new Map<string, Message>(),
    channels: new Map<string, Agent>(),
    seen: new Set<string>(),
    read: new Set<string>(),
  };
  let backup: typeof now | undefined;
  /** Events that no log has, until a connection takes them. */
  const passing: LiveEvent[] = [];
  const name = (kind: string) => `${kind}${String(made++).padStart(6, '0')}`;

  /** Logs an event, whose shape is that of its subject as it is now, and later as it is then. */
  function emit(event: string, channelId: string | null, id: string, payload = {}): void {
    const at = ++seq;
    const caughtUp = caughtUpOf(event);
    const reported = (as = (message: Message) => message) => {
      const [message, channel] = [now.messages.get(id), now.channels.get(id)];
      const head = { seq: at, at: AT, event, channelId };
      const about = { ...head, messageId: id, message: message ? as(message) : null, ...payload };
      const shape = channel && caughtUp.from === 'channel' ? caughtUp.shape(channel) : undefined;
      const gone = caughtUp.from === 'channel' ? caughtUp.gone(id) : payload;
      const logged = caughtUp.from === 'message' ? about : { ...head, payload: shape ?? gone };
      const [name, shown] = liveShapeOf(logged);
      return { name, payload: shown, seq: at } as LiveEvent;
    };
    events.push({ seq: at, channelId, live: reported(), caughtUp: () => reported(cut) });
  }
  function store(message: Message, event: string, payload = {}): Message {
    // Its reach leaves a question's number.
    const next = event === 'review:reach' ? message : { ...message, seq: seq + 1 };
    now.messages.set(next.id, next);
    emit(event, next.channelId, next.id, payload);
    return next;
  }
  function put(id: string, parts: Partial<Agent>, event: string): void {
    now.channels.set(id, { ...now.channels.get(id), id, ...parts } as Agent);
    emit(event, id, id);
  }
  const sees = ({ channelId }: { channelId: string }) => now.seen.has(channelId);
  const inChannel = (id: string) =>
    [...now.messages.values()].filter(({ channelId }) => channelId === id);
  const was = { was: { pending: true } };
  const onMessage =
    <A extends unknown[], T>(to: (message: Message, ...args: A) => T) =>
    (id: string, ...args: A): T | undefined => {
      const message = now.messages.get(id);
      return message && to(message, ...args);
    };
  const onOpen = <A extends unknown[], T>(to: (message: Message, ...args: A) => T) =>
    onMessage((message, ...args: A) => (isOpen(message) ? to(message, ...args) : undefined));

  return {
    now: () => seq,
    log: () => log,
    ids: () => [...now.messages.keys()],
    channelIds: () => [...now.channels.keys()],
    takePassing: () => passing.splice(0),

    addChannel(): void {
      const id = name('c');
      now.seen.add(id);
      put(id, { name: 'Bot', status: null }, 'agent:created');
    },
    renameChannel: (id: string) => put(id, { name: name('Bot') }, 'agent:updated'),
    setStatus: (id: string, statusMessage: string) => put(id, { statusMessage }, 'agent:status'),
    removeChannel(id: string): void {
      for (const one of inChannel(id)) now.messages.delete(one.id);
      now.channels.delete(id);
      emit('agent:deleted', id, id);
    },
    /** Another of the person's rights: they see the channel, or no longer. */
    grant(id: string): void {
      if (!now.seen.delete(id)) now.seen.add(id);
      emit('access:changed', null, 'me', { userId: 'me' });
    },
    send: (message: New) => store(messageOf(name('m'), message), 'message:created'),
    /** Ends a draft, which opens its question, or writes on. */
    write: onMessage((message, isEnd: boolean, parts: object = {}) => {
      if (message.streamState !== 'streaming') return;
      const written = { ...message, text: `${message.text}y` };
      const isAsked = written.review?.status === 'pending';
      const opened = isAsked ? withReview(written, { openedAt: AT, ...parts }) : written;
      store(isEnd ? { ...opened, streamState: 'complete' } : written, 'message:updated');
    }),
    /** Refused, with undefined, where it is over or another than the person has read. */
    answer: onOpen((message, parts: object = {}, seq = message.seq) => {
      const answer = { status: 'completed', respondedAt: AT, ...parts };
      if (message.seq !== seq) return undefined;
      return store(withReview(message, answer), 'review:responded', was);
    }),
    expire: onOpen((one) => store(withReview(one, { status: 'expired' }), 'review:expired', was)),
    /** The question of a draft was not pending before, and does not open later. */
    withdraw: onMessage((message, parts: object = {}) => {
      if (message.review?.status !== 'pending') return;
      const withdrawn = withReview(message, { status: 'withdrawn', ...parts });
      store(withdrawn, 'review:withdrawn', { was: { pending: isOpen(message) } });
    }),
    deliver: onMessage((message) =>
      store({ ...message, deliveryStatus: 'agent_received' }, 'message:delivery'),
    ),
    reach: onMessage((message, people: number) => {
      if (message.review) store(withReview(message, { reach: { people } }), 'review:reach');
    }),
    /** The person opens a question elsewhere, or marks it as unread, which no log has. */
    read: onOpen((message, unread: boolean) => {
      if (unread) now.read.delete(message.id);
      else now.read.add(message.id);
      const payload = { messageId: message.id, channelId: message.channelId, unread };
      if (sees(message)) passing.push({ name: 'review:read', payload, seq: null } as LiveEvent);
    }),
    retract: onMessage(({ id, channelId }) => {
      now.messages.delete(id);
      emit('message:deleted', channelId, id, { was: { pending: false } });
    }),
    prune(channelId: string): void {
      const old = inChannel(channelId).filter((one) => !isOpen(one));
      const ids = old.slice(0, 3).map(({ id }) => id);
      for (const id of ids) now.messages.delete(id);
      emit('messages:pruned', channelId, '', { channelId, before: AT, ids });
    },
    backUp(): void {
      backup = structuredClone(now);
    },
    /** The numbers go on; the log is another. */
    restore(): void {
      if (backup) [now, events, log] = [structuredClone(backup), [], log + 1];
    },
    pruneLog(): void {
      events = events.slice(-5);
    },

    /** Returns the events that the person may receive after a position, as it was or as it is; null if the position is gone. */
    eventsAfter(after: number, of: number, shape: 'live' | 'caughtUp'): LiveEvent[] | null {
      if (of !== log || after + 1 < (events[0]?.seq ?? seq + 1)) return null;
      return events
        .filter((one) => one.seq > after && (one.channelId === null || now.seen.has(one.channelId)))
        .map((one) => (shape === 'live' ? one.live : one.caughtUp()));
    },
    channels: () => [...now.channels.values()].filter(({ id }) => now.seen.has(id)),
    message: (id: string) => [now.messages.get(id)].find((one) => one && sees(one)),
    page: (list: List, span: Span) =>
      pageOf([...now.messages.values()].filter(sees), list, span, ({ id }) => !now.read.has(id)),
  };
}
