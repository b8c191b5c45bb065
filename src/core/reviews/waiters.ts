/** The requests that wait for the end of a question, and what wakes them. */
import type { Caller } from '../access/callers.ts';
import { HeldCount } from '../held-count.ts';
import type { Message } from '../messages/schema.ts';
import { timerMs } from '../timers.ts';

/** Woken with the answered message, or to check the question again. */
type WakeReason = 'not' | 'to look' | Message;

/** One waiting request. With 10,000 of them, a closure for each method would double the memory. */
export class Waiter {
  readonly caller: Caller;
  /** The lease of a held question that it has taken; null for none. */
  lease: number | null = null;
  #woken: WakeReason = 'not';
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;
  #signal: AbortSignal | undefined;
  #resolve: ((woken: WakeReason) => void) | undefined;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  wake(answered?: Message): void {
    if (this.#hasEnded) return;
    this.#woken = answered ?? 'to look';
    this.leave();
  }

  /** The caller has left or lost access. */
  leave(): void {
    this.#hasEnded = true;
    this.stop();
  }

  /** The time is up; the caller may wait for longer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
    this.#resolve?.(this.#woken);
  }

  /** Whether it was woken, or its caller has left or lost access. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Called by the signal. */
  handleEvent(): void {
    this.leave();
  }

  /**
   * Returns why it was woken within the time, as long as the client is connected and keeps its
   * access.
   */
  within(timeoutMs: number, signal?: AbortSignal): Promise<WakeReason> {
    if (this.#hasEnded || signal?.aborted) return Promise.resolve(this.#woken);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#signal = signal;
      this.#timer = setTimeout(timeIsUp, timerMs(timeoutMs), this);
      signal?.addEventListener('abort', this);
    });
  }
}

const timeIsUp = (waiter: Waiter) => waiter.stop();

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
