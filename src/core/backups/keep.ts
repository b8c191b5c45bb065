/** Decides which backups are kept: the newest of each recent day, week and month that has one. */

type Unit = 'd' | 'w' | 'm';

/**
 * @param rule such as 7d,4w,6m: each number is at least 1
 * @returns the backups to remove; never the newest, which is that of its day, week and month
 */
export function surplus<Made extends { createdAt: string }>(made: Made[], rule: string): Made[] {
  const newestFirst = made.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  const kept = new Set<Made>();
  for (const part of rule.split(',')) {
    const unit = part.slice(-1) as Unit;
    const most = Number.parseInt(part, 10);
    const newestOfEach = new Map<string, Made>();
    for (const one of newestFirst) {
      const period = periods[unit](new Date(one.createdAt));
      if (!newestOfEach.has(period)) newestOfEach.set(period, one);
    }
    for (const one of [...newestOfEach.values()].slice(0, most)) kept.add(one);
  }
  return newestFirst.filter((one) => !kept.has(one));
}

/** In local time, like the schedule. */
const periods: Record<Unit, (date: Date) => string> = {
  d: dayOf,
  w: (date) => dayOf(mondayOf(date)),
  m: (date) => `${date.getFullYear()}-${date.getMonth()}`,
};

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

const mondayOf = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7));
