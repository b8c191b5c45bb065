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
  for (const messageId of [...waiting.waiters.keys()]) wakeAll(waiting, messageId);
}

/** Wakes the waiters of a message: with the answered message, or to check again. */
export function wakeAll({ waiters }: Waiting, messageId: string, answered?: Message) {
  for (const waiter of waiters.get(messageId) ?? []) waiter.wake(answered);
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
