import { useSecondly } from '../look/use-secondly.ts';

/** Red is for the last five minutes. */
export const URGENT_MS = 5 * 60_000;

type Props = { until: string; exact?: boolean };

/** How long until a moment, kept true: `23 h`, `52 min`, in the last minutes `4 min` or `4:12`. */
export function Remaining({ until, exact = false }: Props) {
  const left = useSecondly(() => leftUntil(until, exact));
  const isUrgent = useSecondly(() => Date.parse(until) - Date.now() < URGENT_MS);
  return (
    <time className="remaining" dateTime={until} data-urgent={isUrgent || undefined}>
      {left}
    </time>
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param exact to the second in the last five minutes */
export function leftUntil(until: string, exact: boolean, now = Date.now()): string {
  const ms = Math.max(0, Date.parse(until) - now);
  if (ms >= 2 * DAY) return `${Math.round(ms / DAY)} d`;
  if (ms >= HOUR) return `${Math.round(ms / HOUR)} h`;
  if (ms >= URGENT_MS) return `${Math.round(ms / MINUTE)} min`;
  const seconds = Math.ceil(ms / 1000);
  if (exact) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min` : `${seconds} s`;
}
