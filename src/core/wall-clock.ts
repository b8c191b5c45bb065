/**
 * The times of a wall clock, as instants. A time that the clock skips is the instant at which the gap ends plus
 * what it is past the beginning of the gap, so that 02:30 is 03:30; for one that comes twice, it is the first.
 */

/** A clock can show a day again, or skip one. */
const DAYS_AROUND = [-2, -1, 0, 1, 2];

/** The time zone of this process. */
export const localZone = (): string => Temporal.Now.timeZoneId();

/** When a clock of the zone shows a time such as `08:00` on a day. */
export const instantOf = (timeZone: string, day: Temporal.PlainDate, time: string): number =>
  day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;

/** The day that a clock of the zone shows at an instant, and the days before and after it. */
export function daysAround(timeZone: string, atMs: number): Temporal.PlainDate[] {
  const day = Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs))
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  return DAYS_AROUND.map((days) => day.add({ days }));
}

/** When a clock of the zone next shows a time, once a day. */
export const nextAt = (timeZone: string, time: string, afterMs: number): number =>
  Math.min(...instantsAround(timeZone, time, afterMs).filter((atMs) => atMs > afterMs));

/** When a clock of the zone last showed a time, up to an instant. */
export const lastAt = (timeZone: string, time: string, untilMs: number): number =>
  Math.max(...instantsAround(timeZone, time, untilMs).filter((atMs) => atMs <= untilMs));

const instantsAround = (timeZone: string, time: string, atMs: number): number[] =>
  daysAround(timeZone, atMs).map((day) => instantOf(timeZone, day, time));
