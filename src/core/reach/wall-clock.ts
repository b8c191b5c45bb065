/** The wall clock of a time zone. */

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** Of the day, for `22:00`. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When a clock of the zone next shows a time such as `08:00`: once a day, even if it shows it twice or never. */
export function nextAt(timeZone: string, time: string, afterMs: number): number {
  const wallMs = afterMs + offsetMs(timeZone, afterMs);
  const today = wallMs - (wallMs % DAY_MS) + minutesOf(time) * MINUTE_MS;
  const wanted = today > wallMs ? today : today + DAY_MS;
  const atMs = instantAt(timeZone, wanted, afterMs);
  return atMs > afterMs ? atMs : instantAt(timeZone, wanted + DAY_MS, afterMs);
}

/** The instant at which a clock of the zone shows a time; later than `afterMs` where it shows it twice. */
export function instantAt(timeZone: string, wallMs: number, afterMs: number): number {
  const guess = wallMs - offsetMs(timeZone, afterMs);
  return wallMs - offsetMs(timeZone, guess);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the zone's clock is ahead of UTC at a time. */
export function offsetMs(timeZone: string, atMs: number): number {
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  const parts = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return wallMs - Math.floor(atMs / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(timeZone, format);
  return format;
}
