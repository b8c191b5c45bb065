import type { ReceivedEvent } from '../../core/events.ts';

export type Drafts = ReturnType<typeof createDrafts>;
type DraftId = { channelId: string; streamId: string };

/** What drafts gained since the server last told their whole text: a draft is its text and this. */
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
    hear({ name, payload }: ReceivedEvent): void {
      if (name === 'message:delta') {
        set(keyOf(payload), (gained.get(keyOf(payload)) ?? '') + payload.delta);
      }
      if (name !== 'message:created' && name !== 'message:updated') return;
      const { channelId, streamId } = payload;
      if (streamId !== null) set(keyOf({ channelId, streamId }), '');
    },
    /** Without a connection: what a draft gained before is in its text when that is told again. */
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
