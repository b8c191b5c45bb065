import { type AllowList, refusal } from '../../core/outgoing/addresses.ts';
import { notSent, type Outcome } from '../../core/outgoing/outcome.ts';
import type { Target } from '../../core/outgoing/target.ts';
import { outcomeOf } from './answer.ts';
import { abortable, withDeadline } from './deadline.ts';
import { dial } from './dial.ts';
import { type Answer, post } from './post.ts';
import { requestHeaders } from './request-headers.ts';
import { addressesOf, createResolve, type Resolve } from './resolve.ts';

export type Outgoing = Target & { body: string | Buffer<ArrayBuffer> };

/** Never throws; the signal aborts it. */
export type Send = (outgoing: Outgoing, signal: AbortSignal) => Promise<Outcome>;

/** Throws if nothing left the machine. */
export type Exchange = (outgoing: Outgoing, signal: AbortSignal) => Promise<Answer>;

/** `timeoutMs` limits the whole attempt, from the lookup to the last byte that is read. */
export type SendOptions = { allow: AllowList; timeoutMs: number; resolve?: Resolve };

/** Sends over HTTP, to addresses that are allowed. */
export function createSend(options: SendOptions): Send {
  const send = sendBy(createExchange(options));
  return async (outgoing, signal) => {
    const reason = refusal(outgoing.url, options.allow);
    return reason ? notSent(reason, { isFinal: true }) : send(outgoing, signal);
  };
}

export const sendBy =
  (exchange: Exchange): Send =>
  async (outgoing, signal) => {
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    try {
      return outcomeOf(await exchange(outgoing, signal), duration(), Date.now());
    } catch (err) {
      return notSent((err as Error).message, { durationMs: duration() });
    }
  };

/** Each over a connection of its own, to an address that was checked. */
function createExchange({ allow, timeoutMs, resolve }: SendOptions): Exchange {
  const lookUp = resolve ?? createResolve(allow);
  return ({ body, ...target }, signal) =>
    withDeadline(timeoutMs, signal, async (ending) => {
      const url = new URL(target.url);
      const addresses = await abortable(ending, addressesOf(url, allow, lookUp));
      const socket = await dial(url, addresses, ending);
      const headers = {
        ...requestHeaders(url, target.headers),
        connection: 'close',
        'content-length': String(Buffer.byteLength(body)),
      };
      return post(socket, url, { method: target.method, headers, body }, ending);
    });
}
