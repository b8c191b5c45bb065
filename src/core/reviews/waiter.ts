import type { Caller } from '../access/callers.ts';
import type { Message } from '../messages/schema.ts';
import { timerMs } from '../timers.ts';

/** Woken with the answered message, or to check the question again. */
export type WakeReason = 'not' | 'to look' | Message;

/** One waiting request. With 10,000 of them, a closure for each method would double the memory. */
export class Waiter {
  readonly caller: Caller;
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

  /** The caller has left or lost access, or the time is up. */
  leave(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this);
    this.#resolve?.(this.#woken);
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

const timeIsUp = (waiter: Waiter) => waiter.leave();
