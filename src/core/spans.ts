/** Formats time spans for people: never rounded up, the same in the browser and the terminal. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The last minutes before a question expires. */
export const URGENT_MS = 5 * MINUTE;

/** `45s`, `52m`, `1h31m`, `23h`, `2d4h`, `5d`, as flags accept them; negative ones are `0s`. */
export function spanOf(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(Math.max(0, ms) / SECOND)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < DAY) return withRest(ms, { unit: HOUR, name: 'h', below: 10 }, minutes);
  return withRest(ms, { unit: DAY, name: 'd', below: 5 }, hours);
}

/** Formats the time until a deadline; to the second in the last 5 minutes: `4:12`. */
export function leftUntil(until: string, nowMs: number): string {
  const ms = Math.max(0, Date.parse(until) - nowMs);
  return ms >= MINUTE && ms < URGENT_MS ? clockOf(ms) : spanOf(ms);
}

/** `just now`, `42s ago`, or, for a future time, `in 3m`. */
export const relative = (at: string, nowMs: number): string =>
  Date.parse(at) > nowMs ? timeUntil(at, nowMs) : timeSince(at, nowMs);

/** `just now`, `5d ago`; never a future time, even if the clock is behind. */
export function timeSince(at: string, nowMs: number): string {
  const ms = nowMs - Date.parse(at);
  return ms < JUST_NOW_MS ? 'just now' : `${spanOf(ms)} ago`;
}

/** `now`, even if overdue, or `in 3m`. */
export function timeUntil(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  return ms < SECOND ? 'now' : `in ${spanOf(ms)}`;
}

/** For an agent: `seen 42s ago`, or, once it is offline, `quiet for 12m`. */
export function lastSeen(at: string, nowMs: number, isOffline: boolean): string {
  const ms = nowMs - Date.parse(at);
  return isOffline && ms >= MINUTE ? `quiet for ${spanOf(ms)}` : `seen ${timeSince(at, nowMs)}`;
}

const JUST_NOW_MS = 5 * SECOND;

type Unit = { unit: number; name: string; below: number };

/** With the next smaller unit while there are few of the larger one. */
function withRest(ms: number, { unit, name, below }: Unit, restOf: (ms: number) => string): string {
  const count = Math.floor(ms / unit);
  return `${count}${name}${count < below ? restOf(ms % unit) : ''}`;
}

const twoDigits = (count: number) => String(count).padStart(2, '0');

function minutes(ms: number): string {
  const count = Math.floor(ms / MINUTE);
  return count === 0 ? '' : `${count}m`;
}

function hours(ms: number): string {
  const count = Math.floor(ms / HOUR);
  return count === 0 ? '' : `${count}h`;
}

const clockOf = (ms: number) =>
  `${Math.floor(ms / MINUTE)}:${twoDigits(Math.floor((ms % MINUTE) / SECOND))}`;
