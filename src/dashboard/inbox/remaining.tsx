import { useState } from 'react';
import { serverNow } from '../../client/clock.ts';
import { leftUntil, URGENT_MS } from '../../core/spans.ts';
import { wholeTime } from '../look/clock.ts';
import { useSecondly } from '../look/use-secondly.ts';

/** The time until a deadline, updated; red in the last 5 minutes. */
export function Remaining({ until }: { until: string }) {
  const left = useSecondly(() => leftUntil(until, serverNow()));
  const isUrgent = useSecondly(() => Date.parse(until) - serverNow() < URGENT_MS);
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

/** Announces to screen readers 5 minutes and 1 minute before the end, once each. */
export function LeftAloud({ until }: { until: string }) {
  const words = useSecondly(() => wordsOf(Date.parse(until) - serverNow()));
  const [known] = useState(words);
  return (
    <span className="unseen" role="status">
      {words !== known && words}
    </span>
  );
}

const LAST_MS = 60_000;

function wordsOf(left: number): string {
  if (left <= 0 || left > URGENT_MS) return '';
  return `This question expires in ${left > LAST_MS ? 'five minutes' : 'one minute'}.`;
}
