/**
 * Returns when a day (`2026-11-20`), or a number of days after it, begins here; null for an invalid
 * day.
 */
export function dayStart(day: string | undefined, plusDays = 0): string | null {
  const [year = 0, month = 0, date = 0] = (day ?? '').split('-').map(Number);
  const start = new Date(year, month - 1, date + plusDays);
  return day && !Number.isNaN(start.getTime()) ? start.toISOString() : null;
}
