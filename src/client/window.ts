import type { EventName } from '../core/events.ts';
import type { Message } from '../core/messages/schema.ts';

/** So many of the newest messages are compared after a lost connection. */
const HELD = 1000;

export type Missed =
  | { name: 'message:created' | 'message:updated'; payload: Message }
  | { name: 'message:deleted'; payload: { id: string; channelId: string } };
export type Window = ReturnType<typeof createWindow>;
type Held = { updatedAt: string; channelId: string };

/**
 * What a follower has been told of: enough to tell what it missed, and not to tell it twice.
 * @param after the id after which it begins; null for what is sent from now on
 */
export function createWindow(after: string | null) {
  const held = new Map<string, Held>();
  let floor = after;

  function keep({ id, updatedAt, channelId }: Message): void {
    held.set(id, { updatedAt, channelId });
    const [oldest] = held.keys();
    if (held.size <= HELD || oldest === undefined) return;
    held.delete(oldest);
    floor = oldest;
  }

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
        missed.push({ name: 'message:deleted', payload: { id, channelId } });
      }
      for (const message of now) {
        const known = held.get(message.id);
        if (known?.updatedAt === message.updatedAt) continue;
        keep(message);
        missed.push({ name: known ? 'message:updated' : 'message:created', payload: message });
      }
      return missed;
    },
    /** Whether a live event tells something that is not known yet. */
    isNews(name: EventName, payload: unknown): boolean {
      if (name === 'message:deleted') {
        held.delete((payload as Message).id);
        return true;
      }
      if (!carriesMessage(name)) return true;
      const message = payload as Message;
      const known = held.get(message.id);
      if (known && (name === 'message:created' || known.updatedAt > message.updatedAt))
        return false;
      if (known || floor === null || message.id > floor) keep(message);
      return true;
    },
  };
}

const carriesMessage = (name: EventName) =>
  name === 'message:created' || name === 'message:updated' || name === 'review:responded';
