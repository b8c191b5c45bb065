import { type AllowList, refusal } from '../core/targets/addresses.ts';
import type { Outcome } from '../core/webhooks/outcomes.ts';
import { dial } from './dial.ts';
import { requestHeaders } from './headers.ts';
import { failed, outcomeOf } from './outcome.ts';
import { post } from './post.ts';
import { addressesOf, createResolve, type Resolve } from './resolve.ts';

export type Exchange = {
  url: string;
  method: 'POST' | 'PUT' | 'PATCH';
  headers: Record<string, string>;
  body: string;
};

/** `timeoutMs` bounds everything from the look-up to the last byte that is read. */
export type SenderOptions = { allow: AllowList; timeoutMs: number; resolve?: Resolve };
export type Sender = { send: (exchange: Exchange) => Promise<Outcome>; close: () => void };

/** Sends webhooks to where they may go; `send` never throws, `close` cuts off what is under way. */
export function createSender({ allow, timeoutMs, resolve }: SenderOptions): Sender {
  const lookUp = resolve ?? createResolve(allow);
  const underWay = new Set<AbortController>();

  async function send(exchange: Exchange): Promise<Outcome> {
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    const reason = refusal(exchange.url, allow);
    if (reason) return failed(new Error(reason), 0, true);
    const ending = new AbortController();
    const late = new Error(`No complete response within ${timeoutMs / 1000}s`);
    const timer = setTimeout(() => ending.abort(late), timeoutMs);
    underWay.add(ending);
    try {
      const answer = await converse(exchange, ending.signal);
      return outcomeOf(answer, duration(), Date.now());
    } catch (err) {
      return failed(err as Error, duration(), false);
    } finally {
      clearTimeout(timer);
      underWay.delete(ending);
      // Frees the socket, however the exchange went.
      ending.abort();
    }
  }

  async function converse({ url: given, method, headers, body }: Exchange, signal: AbortSignal) {
    const url = new URL(given);
    const addresses = await before(signal, addressesOf(url, allow, lookUp));
    const socket = await dial(url, addresses, signal);
    return post(socket, url, { method, headers: requestHeaders(url, headers, body), body }, signal);
  }

  return {
    send,
    close() {
      for (const ending of underWay) ending.abort(new Error('The inbox is shutting down'));
    },
  };
}

/** A look-up can't be cut off; what comes of it later is nobody's concern. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });
}
