/** The time of a moment, in the zone of the person who reads. */

const DAY_MS = 24 * 60 * 60 * 1000;
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `16:41`, with its day unless that is today: `22 Nov 16:41`, `22 Nov 2025 16:41`. */
export function clockOf(at: string, nowMs: number): string {
  const [moment, now] = [new Date(at), new Date(nowMs)];
  const time = moment.toTimeString().slice(0, 5);
  if (moment.toDateString() === now.toDateString()) return time;
  const isNear = Math.abs(moment.getTime() - nowMs) < 180 * DAY_MS;
  const year = isNear ? '' : ` ${moment.getFullYear()}`;
  return `${moment.getDate()} ${months[moment.getMonth()]}${year} ${time}`;
}
