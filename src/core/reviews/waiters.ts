import type { Message } from '../messages/schema.ts';
import type { Waiter } from './waiter.ts';

/** The waiters for each message's review. */
export type Waiting = { waiters: Map<string, Set<Waiter>>; closed: boolean };

export const createWaiting = (): Waiting => ({ waiters: new Map(), closed: false });

/** Answers all polls with `timeout`: the inbox is closing. */
export function closeWaiters(waiting: Waiting): void {
  waiting.closed = true;
  for (const messageId of [...waiting.waiters.keys()]) wakeAll(waiting, messageId);
}

export function countWaiting({ waiters }: Waiting): number {
  let count = 0;
  for (const set of waiters.values()) count += set.size;
  return count;
}

/** Wakes the waiters of a message: with the answered message, or to check again. */
export function wakeAll({ waiters }: Waiting, messageId: string, answered?: Message) {
  for (const waiter of waiters.get(messageId) ?? []) waiter.wake(answered);
}

export function enter({ waiters }: Waiting, messageId: string, waiter: Waiter) {
  const set = waiters.get(messageId) ?? new Set();
  waiters.set(messageId, set.add(waiter));
}

export function leave({ waiters }: Waiting, messageId: string, waiter: Waiter) {
  const set = waiters.get(messageId);
  set?.delete(waiter);
  if (set?.size === 0) waiters.delete(messageId);
}
