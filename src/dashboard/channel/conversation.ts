/** A channel's conversation in the page: loaded in pieces, kept up to date by events. */
import type { Client } from '../../client/client.ts';
import { holds } from '../../client/replica/window.ts';
import { isNotFound } from '../data/query-client.ts';
import { createHeld } from './held.ts';
import { createPaging } from './paging.ts';
import { createReader } from './reader.ts';
import { emptySpan } from './span.ts';

export type { Held } from './held.ts';
export type Conversation = ReturnType<typeof createConversation>;

export function createConversation(client: Client, channelId: string) {
  const held = createHeld(channelId);
  const { store, set } = held;
  const read = createReader(client, channelId);
  const paging = createPaging(read, held);
  let opening = 0;
  let wanted: string | null = null;
  let isOutdated = false;

  /** Shows a message among its neighbours, or the newest ones. What is loaded already stays. */
  async function open(id: string | null): Promise<void> {
    const { span, status } = store.get();
    const isHeld = id === null ? span.to === null : holds(span, id);
    wanted = id;
    if (status !== 'ready' || isOutdated || !isHeld) return load(id);
    opening += 1;
    set({ anchor: { id } });
  }

  async function load(id: string | null): Promise<void> {
    const mine = ++opening;
    try {
      const page = await held.upToDate(id === null ? read.older(null) : read.around(id));
      if (mine !== opening) return;
      isOutdated = false;
      paging.stop();
      const span = { ...emptySpan, ...page };
      set({ status: 'ready', error: null, span, unseen: 0, anchor: { id } });
    } catch (error) {
      if (mine !== opening) return;
      // Show the newest instead of a deleted message.
      if (id !== null && isNotFound(error)) return load(null);
      set({ status: 'failed', error: error as Error });
    }
  }

  return {
    store,
    open,
    applyEvent: held.applyEvent,
    older: paging.older,
    newer: paging.newer,
    trimOldest: paging.trimOldest,
    /** Loads it from scratch: what is loaded may be outdated. */
    reload: () => {
      isOutdated = true;
      return load(wanted);
    },
    holds: (id: string) => holds(store.get().span, id),
    put: held.put,
    /** Counts a new message out of the reader's view; null once they have seen them. */
    count: (one: 1 | null) => {
      const { unseen } = store.get();
      const next = one === null ? 0 : unseen + 1;
      if (next !== unseen) set({ unseen: next });
    },
  };
}
