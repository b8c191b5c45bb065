/** Parses and prints quiet hours: `22:00-07:00 mon-fri`. */
import type { QuietHours } from '../../core/notify/schema.ts';
import { UsageError } from '../errors.ts';

/** The number of a day is its index. */
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0];

const SHAPE = /^(\d{1,2}:\d\d)-(\d{1,2}:\d\d)(?:\s+(\S+))?$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** @throws UsageError with an example */
export function parseQuietHours(text: string): QuietHours {
  const [, from = '', to = '', days] = SHAPE.exec(text.trim().toLowerCase()) ?? [];
  const quiet = {
    from: from.padStart(5, '0'),
    to: to.padStart(5, '0'),
    days: days === undefined ? EVERY_DAY : daysIn(days),
  };
  const areTimes = TIME.test(quiet.from) && TIME.test(quiet.to) && quiet.from !== quiet.to;
  if (areTimes && quiet.days) return { ...quiet, days: quiet.days };
  throw new UsageError(
    `“${text}” is not a time span. Use 22:00-07:00, "22:00-07:00 mon-fri" or "13:00-14:00 sat,sun"`,
  );
}

/** Returns null if a part is not a day. */
function daysIn(text: string): number[] | null {
  const days = text.split(',').map((part) => {
    const [first = '', last = first] = part.split('-');
    const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)];
    if (from < 0 || to < 0 || part.split('-').length > 2) return null;
    const length = ((to - from + 7) % 7) + 1;
    return Array.from({ length }, (_, at) => (from + at) % 7);
  });
  if (days.includes(null)) return null;
  return [...new Set(days.flatMap((one) => one ?? []))].sort();
}

/** Prints quiet hours as `parseQuietHours` takes them; without days for every day. */
export function quietHoursText({ from, to, days }: QuietHours): string {
  const span = `${from}-${to}`;
  return days.length === DAYS.length ? span : `${span} ${daysText(days)}`;
}

function daysText(days: number[]): string {
  const runs: number[][] = [];
  for (const day of FROM_MONDAY.filter((one) => days.includes(one))) {
    const run = runs.at(-1);
    if (run && (day + 6) % 7 === run.at(-1)) run.push(day);
    else runs.push([day]);
  }
  return runs.map(runText).join(',');
}

function runText(run: number[]): string {
  const [first = 0] = run;
  const last = run.at(-1) ?? first;
  return first === last ? `${DAYS[first]}` : `${DAYS[first]}-${DAYS[last]}`;
}
