import type { Attempt, Delivery } from '../core/webhooks/schema.ts';

/** One attempt on one line: when, how it went, how long it took. */
export function attemptLine({ at, status, error, durationMs }: Attempt): string {
  const went = error ?? `answered ${status}`;
  return `${at}  ${went}  (${durationMs} ms)`;
}

/** How a delivery stands, in words. */
export function standing({ status, attempts, nextAttemptAt }: Delivery): string {
  if (status !== 'pending') return status;
  if (attempts.length === 0) return 'waits';
  return `failed ${attempts.length}×, next at ${nextAttemptAt?.slice(11, 19)} UTC`;
}
