import type { Agent } from '../core/channels/schema.ts';
import type { EventName } from '../core/events.ts';
import type { Message } from '../core/messages/schema.ts';

/** So many of the newest messages are compared after a lost connection. */
const HELD = 1000;

export type Missed =
  | { name: 'message:created' | 'message:updated' | 'review:responded'; payload: Message }
  | { name: 'message:deleted'; payload: { id: string; channelId: string } }
  | { name: 'review:expired'; payload: { messageId: string; channelId: string } };
type Held = Pick<Message, 'seq' | 'channelId'> & { isPending: boolean };

/**
 * What a follower has been told of: enough to tell what it missed, and not to tell it twice.
 * @param after the id after which it begins; null for what is sent from now on
 */
export function createWindow(after: string | null) {
  const held = new Map<string, Held>();
  /** Older ones that wait for an answer: how they end is told however much came since. */
  const waiting = new Map<string, Held>();
  let floor = after;

  const find = (id: string) => held.get(id) ?? waiting.get(id);
  const forget = (id: string) => held.delete(id) || waiting.delete(id);

  function forgetChannel(channel: string): void {
    for (const [id, { channelId }] of [...waiting, ...held]) if (channelId === channel) forget(id);
  }

  function keep({ id, seq, channelId, review }: Message): void {
    const one = { seq, channelId, isPending: review?.status === 'pending' };
    if (!waiting.has(id)) hold(id, one);
    else if (one.isPending) waiting.set(id, one);
    else waiting.delete(id);
  }

  function hold(id: string, one: Held): void {
    held.set(id, one);
    const [oldest] = held;
    if (held.size <= HELD || oldest === undefined) return;
    const [oldestId, last] = oldest;
    held.delete(oldestId);
    if (last.isPending) waiting.set(oldestId, last);
    if (isAbove(oldestId)) floor = oldestId;
  }

  /** Older messages come into sight late where a channel does: not all that is held is read again. */
  const isAbove = (id: string) => floor === null || id > floor;

  const olderPending = () =>
    [...waiting, ...held].filter(([id, one]) => one.isPending && !isAbove(id)).map(([id]) => id);

  return {
    /** The id after which to read; `newest` tells it where the beginning is not known yet. */
    async floor(newest: () => Promise<string>): Promise<string> {
      floor ??= await newest();
      return floor;
    },
    /** The ids of older messages that are to be read, too. */
    waiting: olderPending,
    isKnown: ({ id, seq }: Message) => find(id)?.seq === seq,
    /** What changed, given those and all messages after the floor as they are now, oldest first. */
    reconcile(now: Message[]): Missed[] {
      const missed: Missed[] = [];
      const ids = new Set(now.map(({ id }) => id));
      const asked = new Set(olderPending());
      for (const [id, { channelId }] of [...waiting, ...held]) {
        if (ids.has(id)) continue;
        forget(id);
        if (isAbove(id) || asked.has(id)) {
          missed.push({ name: 'message:deleted', payload: { id, channelId } });
        }
      }
      for (const message of now) {
        const known = find(message.id);
        if (known?.seq === message.seq) continue;
        keep(message);
        missed.push(whatBecame(message, known));
      }
      return missed;
    },
    /** Whether a live event tells something that is not known yet. */
    isNews(name: EventName, payload: unknown): boolean {
      if (name === 'message:deleted') {
        const { id } = payload as Message;
        return forget(id) || floor === null || !isAbove(id);
      }
      if (name === 'review:expired') {
        const { messageId } = payload as { messageId: string };
        const isNews = find(messageId)?.isPending ?? true;
        const known = held.get(messageId);
        if (known) known.isPending = false;
        waiting.delete(messageId);
        return isNews;
      }
      if (name === 'agent:deleted') forgetChannel((payload as Agent).id);
      if (!carriesMessage(name)) return true;
      const message = payload as Message;
      const known = find(message.id);
      // An update of the same time is told again: it ends what a draft gained before it.
      const isTold = name !== 'message:updated' && known?.seq === message.seq;
      if (known && (isTold || known.seq > message.seq)) return false;
      if (known || isAbove(message.id)) keep(message);
      return true;
    },
  };
}

function whatBecame(message: Message, known: Held | undefined): Missed {
  if (!known) return { name: 'message:created', payload: message };
  const { id: messageId, channelId, review } = message;
  if (known.isPending && review?.status === 'completed') {
    return { name: 'review:responded', payload: message };
  }
  if (known.isPending && review?.status === 'expired') {
    return { name: 'review:expired', payload: { messageId, channelId } };
  }
  return { name: 'message:updated', payload: message };
}

const carriesMessage = (name: EventName) =>
  name === 'message:created' || name === 'message:updated' || name === 'review:responded';
