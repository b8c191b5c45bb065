import type { LiveEvent } from '../../core/events.ts';

export type Drafts = ReturnType<typeof createDrafts>;
type DraftId = { channelId: string; streamId: string };

/**
 * The text appended to drafts since the server last sent their full text: a draft is that text and
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
    applyEvent({ name, payload }: LiveEvent): void {
      if (name === 'message:delta') {
        set(keyOf(payload), (gained.get(keyOf(payload)) ?? '') + payload.delta);
      }
      if (name !== 'message:created' && name !== 'message:updated') return;
      const { channelId, streamId } = payload;
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
