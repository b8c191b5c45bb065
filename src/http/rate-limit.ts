import { InboxError } from '../core/errors.ts';
import { type Buckets, createBuckets, type Quota } from './buckets.ts';
import type { AnswerHeaders } from './gate.ts';

export type RateLimit = ReturnType<typeof createRateLimit>;
/** Requests a second for one credential. */
export type PerSecond = number | 'off';

type Named = { address: string; credential: string; isWellFormed: boolean };

const STRANGERS = { perSecond: 20, burst: 100 };
const BURST = 5;

/**
 * Counts requests by credential once it has proved good, and by address until then. A bad credential
 * costs the address. One that could be good is looked up even where its address has nothing left: a
 * neighbour's flood must not keep it out, and one look at an index costs no more than a refusal.
 */
export function createRateLimit(perSecond: PerSecond, now: () => number) {
  if (perSecond === 'off') return unlimited;
  const callers = createBuckets({ perSecond, burst: perSecond * BURST }, now);
  const strangers = createBuckets(STRANGERS, now);

  return {
    /** A request without a credential. */
    stranger: (headers: AnswerHeaders, address: string) => charge(headers, strangers, address),
    /** One with a credential, by its hash; `lookUp` finds its caller. */
    async caller<T>(
      headers: AnswerHeaders,
      { address, credential, isWellFormed }: Named,
      lookUp: () => Promise<T | null>,
    ): Promise<T | null> {
      const isKnown = callers.has(credential);
      if (isKnown) charge(headers, callers, credential);
      else if (!isWellFormed) mustHaveOne(headers, strangers.look(address));
      const found = await lookUp();
      if (found && !isKnown) charge(headers, callers, credential);
      if (!found) {
        if (!isKnown) mustHaveOne(headers, strangers.look(address));
        callers.forget(credential);
        tell(headers, strangers.take(address));
      }
      return found;
    },
  };
}

const unlimited = {
  stranger: () => {},
  caller: <T>(_headers: unknown, _names: unknown, lookUp: () => Promise<T | null>) => lookUp(),
};

function charge(headers: AnswerHeaders, buckets: Buckets, name: string): void {
  mustHaveOne(headers, buckets.look(name));
  tell(headers, buckets.take(name));
}

function mustHaveOne(headers: AnswerHeaders, quota: Quota): void {
  if (quota.waitSeconds === 0) return;
  tell(headers, quota);
  throw spent(quota);
}

/** The 429 for an allowance that is spent. */
function spent({ waitSeconds }: Quota): InboxError {
  const sentence = `Too many requests: try again in ${waitSeconds}s`;
  return new InboxError('rate_limited', sentence, { retryAfterSeconds: waitSeconds });
}

function tell(headers: AnswerHeaders, { limit, remaining, resetSeconds }: Quota): void {
  headers['ratelimit-limit'] = String(limit);
  headers['ratelimit-remaining'] = String(remaining);
  headers['ratelimit-reset'] = String(resetSeconds);
}
