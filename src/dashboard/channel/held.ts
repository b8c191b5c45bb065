/** The loaded part of a channel's conversation; events keep it up to date. */
import { flushSync } from 'react-dom';
import { changeOf } from '../../client/replica/change.ts';
import { conversationOf } from '../../client/replica/lists.ts';
import { pagesAfter } from '../../client/replica/parts.ts';
import { createRecent } from '../../client/replica/recent.ts';
import type { Window } from '../../client/replica/window.ts';
import type { LiveEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { createStore } from '../live/store.ts';
import { emptySpan, type Span, withChange } from './span.ts';

export type Held = {
  status: 'reading' | 'ready' | 'failed';
  error: Error | null;
  span: Span;
  /** Whether the last addition or removal was at the beginning of the span. */
  isShift: boolean;
  /** Messages of others that arrived outside the span, or out of the reader's view. */
  unseen: number;
  /** The message to show first; null for the newest. A new object scrolls to it again. */
  anchor: { id: string | null };
};
export type HeldStore = ReturnType<typeof createHeld>;

const nothing: Held = {
  status: 'reading',
  error: null,
  span: emptySpan,
  isShift: false,
  unseen: 0,
  anchor: { id: null },
};

export function createHeld(channelId: string) {
  const store = createStore<Held>(nothing);
  const list = conversationOf(channelId);
  const recent = createRecent();
  const set = (part: Partial<Held>) => store.set({ ...store.get(), isShift: false, ...part });
  const setSpan = (to: (span: Span) => Span) => {
    const { span } = store.get();
    const next = to(span);
    if (next !== span) set({ span: next });
  };
  const applyEvent = (event: LiveEvent) => {
    recent.add(event);
    const change = changeOf(event);
    if (change && store.get().status === 'ready') setSpan((span) => withChange(span, change, list));
  };

  return {
    store,
    set,
    setSpan,
    applyEvent,
    /** Adds a message from a response. */
    put(message: Message): void {
      const event = recent.responded(message);
      if (event) applyEvent(event);
    },
    /** A change at the beginning is rendered by itself: the list keeps its position by one end only. */
    shiftSpan(to: (span: Span) => Span): void {
      const { span } = store.get();
      const next = to(span);
      if (next !== span) flushSync(() => set({ span: next, isShift: true }));
    },
    /** Returns what was loaded, with the changes since it was requested. */
    async upToDate(asked: Promise<Window>): Promise<Window> {
      const { answer, since } = await recent.read(asked);
      const after = (now: Window, event: LiveEvent) => pagesAfter([now], event, list)[0] ?? now;
      return since.reduce(after, answer);
    },
  };
}
