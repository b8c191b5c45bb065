import { fullBucket, refill } from '../core/bucket.ts';

const RATE = { perSecond: 200, burst: 400 };
/** A client this far beyond its allowance ignores the refusals. */
const ABUSE = 2000;

/** Limits how much a socket may emit: a token bucket, and a count of recent refusals. */
export function createAllowance(now: () => number) {
  const bucket = fullBucket(RATE, now());
  let refused = 0;
  return {
    /** Returns false if nothing is left. A large event costs more than a small one. */
    take(cost = 1): boolean {
      const gained = refill(bucket, RATE, now());
      refused = Math.max(0, refused - gained);
      const isLeft = bucket.tokens >= cost;
      if (isLeft) bucket.tokens -= cost;
      else refused++;
      return isLeft;
    },
    isAbused: () => refused > ABUSE,
  };
}
