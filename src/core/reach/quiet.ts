/** Quiet hours: by the wall clock of a user's time zone, which summer time moves. */
import type { Attention } from './schema.ts';
import { DAY_MS, instantAt, MINUTE_MS, minutesOf, offsetMs } from './wall-clock.ts';

const DAY_MINUTES = 24 * 60;

/** The most rules that follow one another without a pause. */
const MOST_IN_A_ROW = 40;

/** Returns when the quiet hours at a time end; null if there are none then. */
export function quietUntil({ timeZone, quiet }: Attention, atMs: number): number | null {
  if (quiet.length === 0) return null;
  let until = atMs;
  for (let count = 0; count < MOST_IN_A_ROW; count++) {
    const next = endOf(quiet, timeZone, until);
    if (next === null) break;
    until = next;
  }
  return until > atMs ? until : null;
}

/** The latest end of the rules that apply at a time. */
function endOf(quiet: Attention['quiet'], timeZone: string, atMs: number): number | null {
  const wallMs = atMs + offsetMs(timeZone, atMs);
  const day = new Date(wallMs).getUTCDay();
  const minute = Math.floor((wallMs % DAY_MS) / MINUTE_MS);
  const left = quiet.map((rule) => minutesLeft(rule, day, minute));
  const most = Math.max(...left);
  if (most <= 0) return null;
  const wallEnd = Math.floor(wallMs / MINUTE_MS) * MINUTE_MS + most * MINUTE_MS;
  return instantAt(timeZone, wallEnd, atMs);
}

/** 0 for a rule that does not apply. */
function minutesLeft({ days, from, to }: Attention['quiet'][number], day: number, minute: number) {
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  if (begin < end) {
    return days.includes(day) && minute >= begin && minute < end ? end - minute : 0;
  }
  if (days.includes(day) && minute >= begin) return end + DAY_MINUTES - minute;
  return days.includes((day + 6) % 7) && minute < end ? end - minute : 0;
}
