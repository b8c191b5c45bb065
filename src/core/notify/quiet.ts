/** Quiet hours: spans from one time of the wall clock of a user's time zone to another. */
import { daysAround, instantOf } from '../wall-clock.ts';
import type { Attention, QuietHours } from './schema.ts';

/** The most spans that follow one another without a pause. */
const MOST_IN_A_ROW = 40;

type Span = { fromMs: number; toMs: number };

/** Returns when the quiet hours at a time end; null if there are none then. */
export function quietUntil({ timeZone, quiet }: Attention, atMs: number): number | null {
  if (quiet.length === 0) return null;
  const known = new Map<string, Span[]>();
  const spansOn = (day: Temporal.PlainDate): Span[] => {
    const name = day.toString();
    const spans = known.get(name) ?? spansThatBeginOn(day, quiet, timeZone);
    known.set(name, spans);
    return spans;
  };
  let untilMs = atMs;
  for (let count = 0; count < MOST_IN_A_ROW; count++) {
    const spans = daysAround(timeZone, untilMs).flatMap(spansOn);
    const ends = spans.filter(({ fromMs, toMs }) => fromMs <= untilMs && toMs > untilMs);
    if (ends.length === 0) break;
    untilMs = Math.max(...ends.map(({ toMs }) => toMs));
  }
  return untilMs > atMs ? untilMs : null;
}

function spansThatBeginOn(
  day: Temporal.PlainDate,
  quiet: readonly QuietHours[],
  timeZone: string,
): Span[] {
  const weekday = day.dayOfWeek % 7;
  return quiet
    .filter(({ days }) => days.includes(weekday))
    .map(({ from, to }) => ({
      fromMs: instantOf(timeZone, day, from),
      toMs: instantOf(timeZone, from < to ? day : day.add({ days: 1 }), to),
    }));
}
