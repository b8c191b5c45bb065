import { type Bucket, fullBucket, type Rate, refill } from '../../core/bucket.ts';
import { putNewest } from '../../core/newest.ts';

export type Buckets = ReturnType<typeof createBuckets>;
/** The state of an allowance. */
export type Quota = { limit: number; remaining: number; resetSeconds: number; waitSeconds: number };

const MOST = 10_000;

/**
 * Token buckets by name: each holds `burst` and gains `perSecond`. Memory is bounded: above 10,000
 * the least recently used one is forgotten.
 */
export function createBuckets(rate: Rate, now: () => number) {
  const { perSecond, burst } = rate;
  const buckets = new Map<string, Bucket>();

  function fill(name: string): Bucket {
    const bucket = buckets.get(name) ?? fullBucket(rate, now());
    refill(bucket, rate, now());
    return bucket;
  }

  const quotaOf = ({ tokens }: Bucket): Quota => ({
    limit: burst,
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((burst - tokens) / perSecond),
    waitSeconds: tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond),
  });

  return {
    has: (name: string) => buckets.has(name),
    /** Returns the quota and takes nothing; `waitSeconds` above 0 means that none is left. */
    look: (name: string): Quota => quotaOf(fill(name)),
    /** Takes one; call it only if `look` shows that one is left. */
    take(name: string): Quota {
      const bucket = fill(name);
      bucket.tokens = Math.max(0, bucket.tokens - 1);
      putNewest(buckets, name, bucket, MOST);
      return quotaOf(bucket);
    },
    giveBack(name: string): void {
      const bucket = fill(name);
      bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    forget: (name: string) => buckets.delete(name),
  };
}
