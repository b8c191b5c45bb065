/** From Monday on; 0 is Sunday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];

const nameIn = (weekday: 'short' | 'long') => {
  const format = new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' });
  // 1 January 2023 was a Sunday.
  return (day: number) => format.format(Date.UTC(2023, 0, 1 + day));
};

export const days = DAYS.map((day) => ({
  day,
  short: nameIn('short')(day),
  long: nameIn('long')(day),
}));

/** This browser's. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zones that the browser knows, and the current one, which it may not know. */
export const timeZonesWith = (current: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].sort();
