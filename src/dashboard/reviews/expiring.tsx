import { serverNow } from '../../client/clock.ts';
import { useSecondly } from '../look/use-secondly.ts';

const SOON_MS = 30_000;

/** Counts down the last half minute, beside the fields to fill in. */
export function Expiring({ until }: { until: string }) {
  const left = useSecondly(() => Math.ceil((Date.parse(until) - serverNow()) / 1000));
  if (left * 1000 > SOON_MS || left < 0) return null;
  return (
    <p className="expiring" role="timer">
      expires in 0:{String(left).padStart(2, '0')}
    </p>
  );
}
