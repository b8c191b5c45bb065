/** Formats times for a person, in the local time zone. */

import { spanOf } from '../core/spans.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `22 Nov`, with the year where it is another one. */
export function dayOf(at: string, nowMs = Date.now()): string {
  const date = new Date(at);
  const year = date.getFullYear();
  const day = `${date.getDate()} ${MONTHS[date.getMonth()]}`;
  return year === new Date(nowMs).getFullYear() ? day : `${day} ${year}`;
}

/** `22 Nov 15:52`. */
export const momentOf = (at: string, nowMs = Date.now()): string =>
  `${dayOf(at, nowMs)} ${secondsOf(at).slice(0, 5)}`;

/** `16:41`, with its day unless that is today: `22 Nov 16:41`, `22 Nov 2025 16:41`. */
export function clockOf(at: string, nowMs: number): string {
  const isToday = new Date(at).toDateString() === new Date(nowMs).toDateString();
  return isToday ? secondsOf(at).slice(0, 5) : momentOf(at, nowMs);
}

/** `15:52:18`. */
export const secondsOf = (at: string): string => new Date(at).toTimeString().slice(0, 8);

/** Returns `expires 22 Dec (30 d)` or `expired …`; empty without an expiry. */
export function expiryOf(at: string | null, nowMs = Date.now()): string {
  if (at === null) return '';
  const left = Date.parse(at) - nowMs;
  return left > 0 ? `expires ${dayOf(at, nowMs)} (${spanOf(left)})` : `expired ${dayOf(at, nowMs)}`;
}
