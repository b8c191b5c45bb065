import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message, MessageDelta } from '../../core/messages/schema.ts';

export type Drafts = ReturnType<typeof createDrafts>;
type DraftId = { channelId: string; streamId: string };

/**
 * What was appended to drafts since the server last sent their full text: a draft is that text and
 * this.
 */
export function createDrafts() {
  const gained = new Map<string, string>();
  const listeners = new Map<string, Set<() => void>>();
  const set = (key: string, text: string) => {
    if (text) gained.set(key, text);
    else if (!gained.delete(key)) return;
    for (const listener of listeners.get(key) ?? []) listener();
  };

  return {
    get: (draft: DraftId) => gained.get(keyOf(draft)) ?? '',
    applyEvent(name: EventName, payload: EventPayload<EventName>): void {
      if (name === 'message:delta') {
        const delta = payload as MessageDelta;
        set(keyOf(delta), (gained.get(keyOf(delta)) ?? '') + delta.delta);
      }
      if (name !== 'message:created' && name !== 'message:updated') return;
      const { channelId, streamId } = payload as Message;
      if (streamId !== null) set(keyOf({ channelId, streamId }), '');
    },
    /** After a lost connection: the next full text includes what was appended before. */
    forget(): void {
      for (const key of [...gained.keys()]) set(key, '');
    },
    subscribe(draft: DraftId, listener: () => void) {
      const key = keyOf(draft);
      const others = listeners.get(key) ?? new Set();
      listeners.set(key, others.add(listener));
      return () => {
        others.delete(listener);
        if (others.size === 0) listeners.delete(key);
      };
    },
  };
}

const keyOf = ({ channelId, streamId }: DraftId) => `${channelId}/${streamId}`;
