import { type Bucket, fullBucket, type Rate, refill } from '../../core/bucket.ts';

export type Buckets = ReturnType<typeof createBuckets>;
/** What is left of an allowance. */
export type Quota = { limit: number; remaining: number; resetSeconds: number; waitSeconds: number };

const MOST = 10_000;

/**
 * Token buckets by name: each holds `burst` and gains `perSecond`. Memory is bounded: past 10,000
 * the one unused for longest is forgotten.
 */
export function createBuckets(rate: Rate, now: () => number) {
  const { perSecond, burst } = rate;
  const buckets = new Map<string, Bucket>();

  function fill(name: string): Bucket {
    const bucket = buckets.get(name) ?? fullBucket(rate, now());
    refill(bucket, rate, now());
    return bucket;
  }

  function keep(name: string, bucket: Bucket): void {
    buckets.delete(name);
    buckets.set(name, bucket);
    if (buckets.size > MOST) buckets.delete(buckets.keys().next().value ?? '');
  }

  const quotaOf = ({ tokens }: Bucket): Quota => ({
    limit: burst,
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((burst - tokens) / perSecond),
    waitSeconds: tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond),
  });

  return {
    has: (name: string) => buckets.has(name),
    /** What is there, taking nothing; with `waitSeconds` above 0 none is left. */
    look: (name: string): Quota => quotaOf(fill(name)),
    /** Takes one; call it only where `look` shows that there is one. */
    take(name: string): Quota {
      const bucket = fill(name);
      bucket.tokens = Math.max(0, bucket.tokens - 1);
      keep(name, bucket);
      return quotaOf(bucket);
    },
    giveBack(name: string): void {
      const bucket = fill(name);
      bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    forget: (name: string) => buckets.delete(name),
  };
}
