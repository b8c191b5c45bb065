/** A channel's conversation as it is held in the page: read in pieces, kept true by live events. */
import { flushSync } from 'react-dom';
import { type Client, ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { createStore } from '../live/store.ts';
import type { Span } from './span.ts';
import * as spans from './span.ts';

const PAGE = 50;
const LARGEST_PAGE = 100;

export type Held = {
  status: 'reading' | 'ready' | 'failed';
  error: Error | null;
  span: Span;
  /** Whether what was last added or taken away was at the beginning of the span. */
  isShift: boolean;
  /** Messages of others that came while the span did not reach them, or the reader was elsewhere. */
  unseen: number;
  /** The message to show first; null for the newest. Another object, another showing. */
  anchor: { id: string | null };
};
export type Conversation = ReturnType<typeof createConversation>;

export function createConversation(client: Client, channel: string) {
  const store = createStore<Held>({
    status: 'reading',
    error: null,
    span: spans.emptySpan,
    isShift: false,
    unseen: 0,
    anchor: { id: null },
  });
  const early: (() => void)[] = [];
  const set = (part: Partial<Held>) => store.set({ ...store.get(), isShift: false, ...part });
  const setSpan = (to: (span: Span) => Span) => {
    const { span } = store.get();
    const next = to(span);
    if (next !== span) set({ span: next });
  };
  /** What changes the beginning is shown by itself: the list keeps its place by one end only. */
  const shiftSpan = (to: (span: Span) => Span) => {
    const { span } = store.get();
    const next = to(span);
    if (next !== span) flushSync(() => set({ span: next, isShift: true }));
  };
  const list = (query: { cursor?: string; after?: string; limit?: number }) =>
    ok(client.messages.get({ query: { limit: PAGE, channel, ...query } }));
  let opening = 0;
  let reading: 'older' | 'newer' | null = null;

  async function read(id: string | null): Promise<Span> {
    if (id === null) {
      const { data, nextCursor } = await list({});
      return spans.withOlder(spans.emptySpan, data, nextCursor !== null);
    }
    const [message, before, after] = await Promise.all([
      ok(client.messages({ id }).get({ query: { channel } })),
      list({ cursor: id }),
      list({ after: id }),
    ]);
    const older = spans.withOlder(
      spans.emptySpan,
      [message, ...before.data],
      before.nextCursor !== null,
    );
    return spans.withNewer(older, after.data, after.nextCursor !== null);
  }

  /** Shows a message among its neighbours, or the newest ones. What is held already stays. */
  async function open(id: string | null): Promise<void> {
    const mine = ++opening;
    const { span, status } = store.get();
    const isHeld = id === null ? !span.hasNewer : span.messages.some((one) => one.id === id);
    if (status === 'ready' && isHeld) return set({ anchor: { id } });
    try {
      const next = await read(id);
      if (mine !== opening) return;
      reading = null;
      set({ status: 'ready', error: null, span: next, unseen: 0, anchor: { id } });
      for (const tell of early.splice(0)) tell();
    } catch (error) {
      if (mine !== opening) return;
      // A message that is gone: the newest are shown in its place.
      if (id !== null && error instanceof InboxError && error.code === 'not_found') {
        return open(null);
      }
      set({ status: 'failed', error: error as Error });
    }
  }

  async function older(): Promise<void> {
    const { span } = store.get();
    const [first] = span.messages;
    if (reading || !span.hasOlder || !first) return;
    reading = 'older';
    setSpan((one) => spans.trim(one, 'newer', spans.LARGEST - PAGE));
    const page = await list({ cursor: first.id }).catch(() => null);
    if (page && store.get().span.messages[0]?.id === first.id) {
      shiftSpan((one) => spans.withOlder(one, page.data, page.nextCursor !== null));
    }
    reading = null;
  }

  async function newer(): Promise<void> {
    const last = store.get().span.messages.at(-1);
    if (reading || !store.get().span.hasNewer || !last) return;
    reading = 'newer';
    shiftSpan((one) => spans.trim(one, 'older', spans.LARGEST - PAGE));
    const page = await list({ after: last.id }).catch(() => null);
    if (page && store.get().span.messages.at(-1)?.id === last.id) {
      setSpan((one) => spans.withNewer(one, page.data, page.nextCursor !== null));
    }
    reading = null;
  }

  /** After a lost connection: what changed unheard among the messages that are held. */
  async function refresh(): Promise<void> {
    const { status, span } = store.get();
    if (status !== 'ready') return open(null);
    const last = span.messages.at(-1);
    let [from] = span.messages;
    if (!from || !last) return open(null);
    const fresh: Message[] = [];
    const first = await ok(client.messages({ id: from.id }).get({ query: {} })).catch(() => null);
    if (first) fresh.push(first);
    while (from && from.id < last.id) {
      const page: { data: Message[] } = await list({ after: from.id, limit: LARGEST_PAGE });
      fresh.push(...page.data);
      from = page.data.at(-1);
    }
    const mine = fresh.filter(({ id }) => id <= last.id);
    setSpan((one) => spans.refreshed(one, mine));
  }

  const events: { [Name in EventName]?: (payload: EventPayload<Name>) => void } = {
    'message:created': (message) => {
      setSpan((span) => spans.put(span, message));
    },
    'message:updated': (message) => setSpan((span) => spans.put(span, message)),
    'review:responded': (message) => setSpan((span) => spans.put(span, message)),
    'message:deleted': ({ id }) => setSpan((span) => spans.retract(span, id)),
    'message:delivery': ({ messageId, deliveryStatus }) =>
      setSpan((span) =>
        spans.change(span, messageId, (message) => ({ ...message, deliveryStatus })),
      ),
    'review:expired': ({ messageId }) =>
      setSpan((span) => spans.change(span, messageId, withExpiry)),
  };

  function hear<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    const act = (events as { [N in Name]?: (payload: EventPayload<N>) => void })[name];
    const isElsewhere = (payload as { channelId?: string }).channelId !== channel;
    if (!act || isElsewhere) return;
    if (store.get().status === 'ready') act(payload);
    else early.push(() => act(payload));
  }

  return {
    store,
    ...{ open, older, newer, refresh, hear },
    put: (message: Message) => setSpan((span) => spans.put(span, message)),
    /** Counts one that came where the reader is not; null once they have been there. */
    count: (one: 1 | null) => {
      const { unseen } = store.get();
      const next = one === null ? 0 : unseen + 1;
      if (next !== unseen) set({ unseen: next });
    },
    /** Lets go of the oldest, while the reader is at the newest. */
    trimOldest: () => shiftSpan((span) => spans.trim(span, 'older')),
  };
}

const withExpiry = (message: Message): Message =>
  message.review ? { ...message, review: { ...message.review, status: 'expired' } } : message;
