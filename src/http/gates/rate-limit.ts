import { InboxError } from '../../core/errors.ts';
import { type Buckets, createBuckets, type Quota } from './buckets.ts';
import type { ResponseHeaders } from './incoming.ts';

export type RateLimit = ReturnType<typeof createRateLimit>;
/** Requests a second for each credential. */
export type PerSecond = number | 'off';

type Named = { address: string; credential: string; isWellFormed: boolean };

const ANONYMOUS = { perSecond: 20, burst: 100 };
const BURST = 5;

/**
 * Counts requests by credential once it has proved valid, and by address before that. An invalid
 * credential is charged to the address. A credential that could be valid is looked up even if its
 * address has nothing left: a flood from a neighbour must not lock it out, and a lookup in an index
 * costs no more than a refusal.
 */
export function createRateLimit(perSecond: PerSecond, now: () => number) {
  if (perSecond === 'off') return unlimited;
  const callers = createBuckets({ perSecond, burst: perSecond * BURST }, now);
  const anonymous = createBuckets(ANONYMOUS, now);

  return {
    /** Charges a request without a credential. */
    anonymous: (headers: ResponseHeaders, address: string) => charge(headers, anonymous, address),
    /** Charges a request with a decision link: to its contact, or to the address if it is invalid. */
    async link<T extends { contactId: string }>(
      headers: ResponseHeaders,
      address: string,
      lookUp: () => Promise<T | null>,
    ): Promise<T | null> {
      const found = await lookUp();
      if (found) charge(headers, callers, `contact ${found.contactId}`);
      else charge(headers, anonymous, address);
      return found;
    },
    /** Charges a request with a credential, by its hash; `lookUp` finds its caller. */
    async caller<T>(
      headers: ResponseHeaders,
      { address, credential, isWellFormed }: Named,
      lookUp: () => Promise<T | null>,
    ): Promise<T | null> {
      const isKnown = callers.has(credential);
      if (isKnown) charge(headers, callers, credential);
      else if (!isWellFormed) mustHaveOne(headers, anonymous.look(address));
      const found = await lookUp();
      if (found && !isKnown) charge(headers, callers, credential);
      if (!found) {
        if (!isKnown) mustHaveOne(headers, anonymous.look(address));
        callers.forget(credential);
        setQuotaHeaders(headers, anonymous.take(address));
      }
      return found;
    },
  };
}

const unlimited = {
  anonymous: () => {},
  link: <T>(_headers: unknown, _address: unknown, lookUp: () => Promise<T | null>) => lookUp(),
  caller: <T>(_headers: unknown, _names: unknown, lookUp: () => Promise<T | null>) => lookUp(),
};

function charge(headers: ResponseHeaders, buckets: Buckets, name: string): void {
  mustHaveOne(headers, buckets.look(name));
  setQuotaHeaders(headers, buckets.take(name));
}

function mustHaveOne(headers: ResponseHeaders, quota: Quota): void {
  if (quota.waitSeconds === 0) return;
  setQuotaHeaders(headers, quota);
  throw tooManyRequests(quota);
}

function tooManyRequests({ waitSeconds }: Quota): InboxError {
  const sentence = `Too many requests: try again in ${waitSeconds}s`;
  return new InboxError('rate_limited', sentence, { retryAfterSeconds: waitSeconds });
}

function setQuotaHeaders(
  headers: ResponseHeaders,
  { limit, remaining, resetSeconds }: Quota,
): void {
  headers['ratelimit-limit'] = String(limit);
  headers['ratelimit-remaining'] = String(remaining);
  headers['ratelimit-reset'] = String(resetSeconds);
}
