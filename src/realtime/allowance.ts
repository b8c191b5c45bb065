import { fullBucket, refill } from '../core/bucket.ts';

const RATE = { perSecond: 200, burst: 400 };
/** A client that goes on so far beyond its allowance does not listen to what it is told. */
const ABUSE = 2000;

/** How much one socket may emit: a token bucket, and a count of what it was refused of late. */
export function createAllowance(now: () => number) {
  const bucket = fullBucket(RATE, now());
  let refused = 0;
  return {
    /** An event may cost more than one that is small. */
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
