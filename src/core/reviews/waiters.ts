import { HeldCount } from '../held-count.ts';
import type { Message } from '../messages/schema.ts';
import type { Waiter } from './waiter.ts';

/** The waiters for each message's review. */
export type Waiting = { waiters: Map<string, Set<Waiter>>; held: HeldCount; closed: boolean };

export const createWaiting = (): Waiting => ({
  waiters: new Map(),
  held: new HeldCount(),
  closed: false,
});

/** Answers all polls with `timeout`: the inbox is closing. */
export function closeWaiters(waiting: Waiting): void {
  waiting.closed = true;
  for (const messageId of [...waiting.waiters.keys()]) void wakeAll(waiting, messageId);
}

/** Each answers its request in the same turn of the event loop. */
const WOKEN_AT_ONCE = 200;

/** Wakes the waiters of a message: with the answered message, or to check again. Others are served in between. */
export async function wakeAll({ waiters }: Waiting, messageId: string, answered?: Message) {
  const all = [...(waiters.get(messageId) ?? [])];
  for (let from = 0; from < all.length; from += WOKEN_AT_ONCE) {
    if (from > 0) await new Promise(setImmediate);
    for (const waiter of all.slice(from, from + WOKEN_AT_ONCE)) waiter.wake(answered);
  }
}

export function enter({ waiters, held }: Waiting, messageId: string, waiter: Waiter) {
  const set = waiters.get(messageId) ?? new Set();
  waiters.set(messageId, set.add(waiter));
  held.add();
}

export function leave({ waiters, held }: Waiting, messageId: string, waiter: Waiter) {
  const set = waiters.get(messageId);
  set?.delete(waiter);
  if (set?.size === 0) waiters.delete(messageId);
  held.remove();
}
