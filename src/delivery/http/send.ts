import { type AllowList, refusal } from '../../core/outgoing/addresses.ts';
import { notSent, type Outcome } from '../../core/outgoing/outcome.ts';
import type { Target } from '../../core/outgoing/target.ts';
import { outcomeOf } from './answer.ts';
import { dial } from './dial.ts';
import { type Answer, post } from './post.ts';
import { requestHeaders } from './request-headers.ts';
import { addressesOf, createResolve, type Resolve } from './resolve.ts';

export type Outgoing = Target & { body: string | Buffer };

/** Never throws; the signal aborts it. */
export type Send = (outgoing: Outgoing, signal: AbortSignal) => Promise<Outcome>;

/** `timeoutMs` limits the whole attempt, from the lookup to the last byte that is read. */
export type SendOptions = { allow: AllowList; timeoutMs: number; resolve?: Resolve };

/** Sends over HTTP, to addresses that are allowed. */
export function createSend(options: SendOptions): Send {
  const exchange = createExchange(options);
  return async (outgoing, signal) => {
    const reason = refusal(outgoing.url, options.allow);
    if (reason) return notSent(reason, { isFinal: true });
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    try {
      return outcomeOf(await exchange(outgoing, signal), duration(), Date.now());
    } catch (err) {
      return notSent((err as Error).message, { durationMs: duration() });
    }
  };
}

/** Throws if nothing left the machine. */
export type Exchange = (outgoing: Outgoing, signal: AbortSignal) => Promise<Answer>;

/** Like `createSend`, but returns the response itself, of up to `mostBytes`. */
export function createExchange({
  allow,
  timeoutMs,
  resolve,
  mostBytes,
}: SendOptions & { mostBytes?: number }): Exchange {
  const lookUp = resolve ?? createResolve(allow);

  async function attempt({ body, ...target }: Outgoing, signal: AbortSignal): Promise<Answer> {
    const url = new URL(target.url);
    const addresses = await abortable(signal, addressesOf(url, allow, lookUp));
    const socket = await dial(url, addresses, signal);
    const headers = requestHeaders(url, target.headers, body);
    return post(socket, url, { method: target.method, headers, body }, signal, mostBytes);
  }

  return async (outgoing, signal) => {
    const ending = new AbortController();
    const late = new Error(`No complete response within ${timeoutMs / 1000}s`);
    const timer = setTimeout(() => ending.abort(late), timeoutMs);
    const cutOff = () => ending.abort(signal.reason);
    signal.addEventListener('abort', cutOff);
    try {
      signal.throwIfAborted();
      return await attempt(outgoing, ending.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cutOff);
      // Frees the socket, whatever the outcome.
      ending.abort();
    }
  };
}

/** DNS lookups cannot be cancelled; a late result is ignored. */
function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });
}
