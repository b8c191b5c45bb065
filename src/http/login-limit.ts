import { createBuckets } from './buckets.ts';
import type { AnswerHeaders } from './gate.ts';
import { type PerSecond, spent } from './rate-limit.ts';

export type LoginLimit = ReturnType<typeof createLoginLimit>;

const perMinute = (burst: number) => ({ perSecond: burst / 60, burst });

/**
 * Failed tries at a log-in or a code, known account or not: 5 a minute for an account, 30 for an
 * address.
 */
export function createLoginLimit(rateLimit: PerSecond, now: () => number) {
  if (rateLimit === 'off') return { enter: () => {}, succeed: () => {} };
  const accounts = createBuckets(perMinute(5), now);
  const addresses = createBuckets(perMinute(30), now);

  return {
    /** Counts an attempt before its password is looked at, so that many at once get no further. */
    enter(headers: AnswerHeaders, address: string, account: string): void {
      const quotas = [accounts.look(account), addresses.look(address)];
      const full = quotas.find((quota) => quota.waitSeconds > 0);
      if (full) throw spent(headers, full);
      accounts.take(account);
      addresses.take(address);
    },
    succeed(address: string, account: string): void {
      accounts.giveBack(account);
      addresses.giveBack(address);
    },
  };
}
