import type { Caller } from '../access/callers.ts';
import type { Message } from '../messages/schema.ts';

/** With the message that was answered, or to look what became of it. */
export type Woken = 'not' | 'to look' | Message;

/** One request that waits. Ten thousand do at once: a closure for each of its verbs would double what it costs. */
export class Waiter {
  readonly caller: Caller;
  #woken: Woken = 'not';
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;
  #signal: AbortSignal | undefined;
  #resolve: ((woken: Woken) => void) | undefined;

  constructor(caller: Caller) {
    this.caller = caller;
  }

  wake(answered?: Message): void {
    if (this.#hasEnded) return;
    this.#woken = answered ?? 'to look';
    this.leave();
  }

  /** The caller has gone or lost access, or the time is up. */
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

  /** What it is woken with within the time, as long as the client is there and keeps its access. */
  within(timeoutMs: number, signal?: AbortSignal): Promise<Woken> {
    if (this.#hasEnded || signal?.aborted) return Promise.resolve(this.#woken);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#signal = signal;
      this.#timer = setTimeout(timeIsUp, timeoutMs, this);
      signal?.addEventListener('abort', this);
    });
  }
}

const timeIsUp = (waiter: Waiter) => waiter.leave();
