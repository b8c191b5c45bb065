/** When a day (`2026-11-20`) or the one so many days after it begins here; null for what is no day. */
export function dayStart(day: string | undefined, plusDays = 0): string | null {
  const [year = 0, month = 0, date = 0] = (day ?? '').split('-').map(Number);
  const start = new Date(year, month - 1, date + plusDays);
  return day && !Number.isNaN(start.getTime()) ? start.toISOString() : null;
}
