import { type AllowList, refusal } from '../../core/outgoing/addresses.ts';
import { notSent, type Outcome } from '../../core/outgoing/outcome.ts';
import type { Target } from '../../core/outgoing/target.ts';
import { outcomeOf } from './answer.ts';
import { dial } from './dial.ts';
import { type Answer, post } from './post.ts';
import { requestHeaders } from './request-headers.ts';
import { addressesOf, createResolve, type Resolve } from './resolve.ts';

export type Outgoing = Target & { body: string };

/** Never throws; the signal aborts it. */
export type Send = (outgoing: Outgoing, signal: AbortSignal) => Promise<Outcome>;

/** `timeoutMs` limits the whole attempt, from the lookup to the last byte that is read. */
export type SendOptions = { allow: AllowList; timeoutMs: number; resolve?: Resolve };

/** Sends over HTTP, to addresses that are allowed. */
export function createSend({ allow, timeoutMs, resolve }: SendOptions): Send {
  const lookUp = resolve ?? createResolve(allow);

  async function attempt({ body, ...target }: Outgoing, signal: AbortSignal): Promise<Answer> {
    const url = new URL(target.url);
    const addresses = await abortable(signal, addressesOf(url, allow, lookUp));
    const socket = await dial(url, addresses, signal);
    const headers = requestHeaders(url, target.headers, body);
    return post(socket, url, { method: target.method, headers, body }, signal);
  }

  return async (outgoing, signal) => {
    const reason = refusal(outgoing.url, allow);
    if (reason) return notSent(reason, { isFinal: true });
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    const ending = new AbortController();
    const late = new Error(`No complete response within ${timeoutMs / 1000}s`);
    const timer = setTimeout(() => ending.abort(late), timeoutMs);
    const cutOff = () => ending.abort(signal.reason);
    signal.addEventListener('abort', cutOff);
    try {
      signal.throwIfAborted();
      return outcomeOf(await attempt(outgoing, ending.signal), duration(), Date.now());
    } catch (err) {
      return notSent((err as Error).message, { durationMs: duration() });
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
