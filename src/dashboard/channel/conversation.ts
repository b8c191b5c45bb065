/** A channel's conversation as it is held in the page: read in pieces, kept true by live events. */
import { flushSync } from 'react-dom';
import type { Client } from '../../client/client.ts';
import type { EventName, EventPayload } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isNotFound } from '../data/query-client.ts';
import { createStore } from '../live/store.ts';
import { createReader, PAGE } from './reader.ts';
import type { Span } from './span.ts';
import * as spans from './span.ts';
import { withEvent } from './span-event.ts';

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
type Change = (span: Span) => Span;
/** Takes an answer; `changed` puts into it what changed while it was on its way. */
type Take<T> = (answer: T, changed: Change) => void;

export function createConversation(client: Client, channel: string) {
  const store = createStore<Held>({
    status: 'reading',
    error: null,
    span: spans.emptySpan,
    isShift: false,
    unseen: 0,
    anchor: { id: null },
  });
  const read = createReader(client, channel);
  /** What changed while something is read: the answer may be older. */
  const meanwhile: Change[] = [];
  let readings = 0;
  let opening = 0;
  let wanted: string | null = null;
  let opened = Promise.resolve();
  let isPaging = false;
  let paged = Promise.resolve();
  let refreshed: Promise<Message[]> = Promise.resolve([]);

  const set = (part: Partial<Held>) => store.set({ ...store.get(), isShift: false, ...part });
  const setSpan = (to: Change) => {
    const { span } = store.get();
    const next = to(span);
    if (next !== span) set({ span: next });
  };
  /** What changes the beginning is shown by itself: the list keeps its place by one end only. */
  const shiftSpan = (to: Change) => {
    const { span } = store.get();
    const next = to(span);
    if (next !== span) flushSync(() => set({ span: next, isShift: true }));
  };
  const change = (to: Change) => {
    if (readings > 0) meanwhile.push(to);
    if (store.get().status === 'ready') setSpan(to);
  };

  async function take<T>(answer: Promise<T>, merge: Take<T>): Promise<void> {
    const from = meanwhile.length;
    readings += 1;
    try {
      const answered = await answer;
      merge(answered, (span) => meanwhile.slice(from).reduce((next, to) => to(next), span));
    } finally {
      readings -= 1;
      if (readings === 0) meanwhile.length = 0;
    }
  }

  /** Shows a message among its neighbours, or the newest ones. What is held already stays. */
  function open(id: string | null): Promise<void> {
    const { span, status } = store.get();
    const isHeld = id === null ? !span.hasNewer : spans.holds(span, id);
    opening += 1;
    wanted = id;
    if (status === 'ready' && isHeld) set({ anchor: { id } });
    else opened = load(id);
    return opened;
  }

  async function load(id: string | null): Promise<void> {
    const mine = ++opening;
    try {
      await take(read.around(id), (span, changed) => {
        if (mine !== opening) return;
        isPaging = false;
        paged = Promise.resolve();
        set({ status: 'ready', error: null, span: changed(span), unseen: 0, anchor: { id } });
      });
    } catch (error) {
      if (mine !== opening) return;
      // A message that is gone: the newest are shown in its place.
      if (id !== null && isNotFound(error)) return load(null);
      set({ status: 'failed', error: error as Error });
    }
  }

  /** Reads a page at one end, one at a time. */
  function page<T>(answer: Promise<T>, merge: Take<T>): void {
    isPaging = true;
    const end = () => {
      isPaging = false;
    };
    // What is shown may ask for the next page at once.
    paged = take(answer, (answered, changed) => {
      end();
      merge(answered, changed);
    }).catch(end);
  }

  function older(): void {
    const { span } = store.get();
    const [first] = span.messages;
    if (isPaging || !span.hasOlder || !first) return;
    setSpan((one) => spans.trim(one, 'newer', spans.LARGEST - PAGE));
    page(read.older(first.id), ({ data, nextCursor }, changed) => {
      if (store.get().span.messages[0]?.id !== first.id) return;
      shiftSpan((one) => changed(spans.withOlder(one, data, nextCursor !== null)));
    });
  }

  function newer(): void {
    const last = store.get().span.messages.at(-1);
    if (isPaging || !store.get().span.hasNewer || !last) return;
    shiftSpan((one) => spans.trim(one, 'older', spans.LARGEST - PAGE));
    page(read.newer(last.id), ({ data, nextCursor }, changed) => {
      if (store.get().span.messages.at(-1)?.id !== last.id) return;
      setSpan((one) => changed(spans.withNewer(one, data, nextCursor !== null)));
    });
  }

  /** What changed unheard among the messages that are held; resolves to those that are new. */
  function refresh(): Promise<Message[]> {
    // What was asked before may be answered as it was before.
    const before = Promise.allSettled([opened, paged, refreshed]);
    refreshed = before.then(readAgain);
    return refreshed;
  }

  async function readAgain(): Promise<Message[]> {
    const { status, span } = store.get();
    let added: Message[] = [];
    if (status !== 'ready') await load(wanted);
    else {
      await take(read.again(span), (fresh, changed) =>
        setSpan((now) => {
          const next = changed(spans.refreshed(now, span, fresh));
          const isNew = (id: string) =>
            spans.holds(next, id) && !spans.holds(now, id) && !spans.holds(span, id);
          added = fresh.filter(({ id }) => isNew(id));
          return next;
        }),
      );
    }
    return added;
  }

  return {
    store,
    ...{ open, older, newer, refresh },
    hear: <Name extends EventName>(name: Name, payload: EventPayload<Name>): void => {
      const { channelId } = payload as { channelId?: string };
      if (channelId === channel) change((span) => withEvent(span, name, payload));
    },
    holds: (id: string) => spans.holds(store.get().span, id),
    put: (message: Message) => change((span) => spans.put(span, message)),
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
