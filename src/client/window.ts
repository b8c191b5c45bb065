import type { EventName } from '../core/events.ts';
import type { Message } from '../core/messages/schema.ts';

/** So many of the newest messages are compared after a lost connection. */
const HELD = 1000;

export type Missed =
  | { name: 'message:created' | 'message:updated' | 'review:responded'; payload: Message }
  | { name: 'message:deleted'; payload: { id: string; channelId: string } }
  | { name: 'review:expired'; payload: { messageId: string; channelId: string } };
type Held = Pick<Message, 'updatedAt' | 'channelId'> & { isPending: boolean };

/**
 * What a follower has been told of: enough to tell what it missed, and not to tell it twice.
 * @param after the id after which it begins; null for what is sent from now on
 */
export function createWindow(after: string | null) {
  const held = new Map<string, Held>();
  let floor = after;

  function keep({ id, updatedAt, channelId, review }: Message): void {
    held.set(id, { updatedAt, channelId, isPending: review?.status === 'pending' });
    const [oldest] = held.keys();
    if (held.size <= HELD || oldest === undefined) return;
    held.delete(oldest);
    if (isAbove(oldest)) floor = oldest;
  }

  /** Older messages come into sight late where a channel does: not all that is held is read again. */
  const isAbove = (id: string) => floor === null || id > floor;

  return {
    /** The id after which to read; `newest` tells it where the beginning is not known yet. */
    async floor(newest: () => Promise<string>): Promise<string> {
      floor ??= await newest();
      return floor;
    },
    /** What changed, given all messages after the floor as they are now, oldest first. */
    reconcile(now: Message[]): Missed[] {
      const missed: Missed[] = [];
      const ids = new Set(now.map(({ id }) => id));
      for (const [id, { channelId }] of [...held]) {
        if (ids.has(id)) continue;
        held.delete(id);
        if (isAbove(id)) missed.push({ name: 'message:deleted', payload: { id, channelId } });
      }
      for (const message of now) {
        const known = held.get(message.id);
        if (known?.updatedAt === message.updatedAt) continue;
        keep(message);
        missed.push(whatBecame(message, known));
      }
      return missed;
    },
    /** Whether a live event tells something that is not known yet. */
    isNews(name: EventName, payload: unknown): boolean {
      if (name === 'message:deleted') {
        const { id } = payload as Message;
        return held.delete(id) || floor === null || !isAbove(id);
      }
      if (name === 'review:expired') {
        const { messageId } = payload as { messageId: string };
        const known = held.get(messageId);
        const isNews = known?.isPending ?? true;
        if (known) known.isPending = false;
        return isNews;
      }
      if (!carriesMessage(name)) return true;
      const message = payload as Message;
      const known = held.get(message.id);
      // A state of its own has a time of its own.
      if (known && known.updatedAt >= message.updatedAt) return false;
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
