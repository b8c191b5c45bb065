const PER_SECOND = 200;
const BURST = 400;
/** A client that goes on so far beyond its allowance does not listen to what it is told. */
const ABUSE = 2000;

/** How much one socket may emit: a token bucket, and a count of what it was refused of late. */
export function createAllowance(now: () => number) {
  let tokens = BURST;
  let refused = 0;
  let at = now();
  return {
    /** An event may cost more than one that is small. */
    take(cost = 1): boolean {
      const gained = (Math.max(0, now() - at) / 1000) * PER_SECOND;
      at = now();
      tokens = Math.min(BURST, tokens + gained);
      refused = Math.max(0, refused - gained);
      const isLeft = tokens >= cost;
      if (isLeft) tokens -= cost;
      else refused++;
      return isLeft;
    },
    isAbused: () => refused > ABUSE,
  };
}
