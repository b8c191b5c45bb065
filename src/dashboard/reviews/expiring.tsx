import { useSecondly } from '../look/use-secondly.ts';

const SOON_MS = 30_000;

/** Beside what the person fills in, for the last half minute. */
export function Expiring({ until }: { until: string }) {
  const left = useSecondly(() => Math.ceil((Date.parse(until) - Date.now()) / 1000));
  if (left * 1000 > SOON_MS || left < 0) return null;
  return (
    <p className="expiring" role="timer">
      expires in 0:{String(left).padStart(2, '0')}
    </p>
  );
}
