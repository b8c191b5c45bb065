import { leftUntil, URGENT_MS } from '../../core/spans.ts';
import { wholeTime } from '../look/clock.ts';
import { useSecondly } from '../look/use-secondly.ts';

/** How long until a moment, kept true; red in the last five minutes. */
export function Remaining({ until }: { until: string }) {
  const left = useSecondly(() => leftUntil(until, Date.now()));
  const isUrgent = useSecondly(() => Date.parse(until) - Date.now() < URGENT_MS);
  return (
    <time
      className="remaining"
      dateTime={until}
      title={wholeTime(until)}
      data-urgent={isUrgent || undefined}
    >
      {left}
    </time>
  );
}
