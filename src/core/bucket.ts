/** A token bucket: at most `burst` tokens, gaining `perSecond`. */
export type Rate = { perSecond: number; burst: number };
export type Bucket = { tokens: number; at: number };

export const fullBucket = ({ burst }: Rate, now: number): Bucket => ({ tokens: burst, at: now });

/** Refills it; returns the gain as if it had unlimited room. */
export function refill(bucket: Bucket, { perSecond, burst }: Rate, now: number): number {
  const passedMs = Math.max(0, now - bucket.at);
  const gained = (passedMs / 1000) * perSecond;
  bucket.tokens = Math.min(burst, bucket.tokens + gained);
  bucket.at = now;
  return gained;
}
