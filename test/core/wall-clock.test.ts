/**
 * Wall-clock times against a scan: what `Intl.DateTimeFormat` shows, minute by minute. With
 * INBOX_CLOCK_ZONES=all in every time zone.
 */
import { expect, test } from 'bun:test';
import { isDue, statusOf } from '../../src/core/backups/due.ts';
import { noBackups } from '../../src/core/backups/schema.ts';
import { quietUntil } from '../../src/core/notify/plan.ts';
import { NO_ATTENTION, type QuietHours } from '../../src/core/notify/schema.ts';
import { instantOf, lastAt, nextAt } from '../../src/core/wall-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Clocks that change at night, at midnight, by half an hour, in the southern winter, for a fast, or never. */
const SOME_ZONES = [
  'Europe/Berlin',
  'Europe/Chisinau',
  'America/New_York',
  'America/Havana',
  'Africa/Cairo',
  'America/Santiago',
  'America/Scoresbysund',
  'America/Nuuk',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Asia/Kolkata',
  'Asia/Tehran',
  'America/Sao_Paulo',
  'UTC',
];
const isLong = process.env.INBOX_CLOCK_ZONES === 'all';
const ZONES = isLong ? Intl.supportedValuesOf('timeZone') : SOME_ZONES;

const night: QuietHours = { days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '02:30' };
const RULES: QuietHours[] = [
  night,
  { days: [0, 6], from: '00:30', to: '00:30' },
  { days: [0, 1, 5, 6], from: '01:45', to: '02:15' },
  { days: [0, 2, 4, 5, 6], from: '23:30', to: '23:29' },
  { days: [0, 1, 3, 6], from: '23:59', to: '00:00' },
];

const next = (time: string, after: string, timeZone = 'Europe/Berlin') =>
  new Date(nextAt(timeZone, time, Date.parse(after))).toISOString();

test.each([
  ['later today', '08:00', '2030-01-02T06:59:59Z', '2030-01-02T07:00:00.000Z'],
  ['tomorrow', '08:00', '2030-01-02T07:00:00Z', '2030-01-03T07:00:00.000Z'],
  ['after the clock goes forward', '08:00', '2030-03-30T12:00:00Z', '2030-03-31T06:00:00.000Z'],
  ['after the clock goes back', '08:00', '2030-10-26T12:00:00Z', '2030-10-27T07:00:00.000Z'],
  ['that is skipped', '02:30', '2026-03-29T00:00:00Z', '2026-03-29T01:30:00.000Z'],
  ['that comes twice', '02:30', '2026-10-25T00:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['that came for the first time', '02:30', '2026-10-25T00:45:00Z', '2026-10-26T01:30:00.000Z'],
])('finds a time of the wall clock %s', (_, time, after, at) => {
  expect(next(time, after)).toBe(at);
});

test('finds the time on the next day that a clock shows if it leaves a whole day out', () => {
  expect(next('10:00', '2011-12-29T21:00:00Z', 'Pacific/Apia')).toBe('2011-12-30T20:00:00.000Z');
  expect(next('10:00', '2011-12-30T20:00:00Z', 'Pacific/Apia')).toBe('2011-12-31T20:00:00.000Z');
});

test(`finds times as clocks of ${ZONES.length} zones show them, 26 hours before and after each change`, () => {
  for (const timeZone of ZONES) {
    const shown = clockOf(timeZone);
    for (const changeMs of changesOf(shown)) checkAround(changeMs, timeZone, shown);
  }
});

test('finds times as clocks show them at 10,000 other instants', () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const clocks = new Map(ZONES.map((timeZone) => [timeZone, clockOf(timeZone)]));
  for (let count = 0; count < 10_000; count++) {
    const timeZone = ZONES[random(ZONES.length)] ?? 'UTC';
    const shown = clocks.get(timeZone) ?? clockOf(timeZone);
    const ms = Date.UTC(2024, 0) + random(10 * 366 * 24 * 60) * MINUTE_MS;
    const wallMs = shown(ms);
    // Close to a change the clock may have shown it before.
    const first = instantOf(timeZone, dayOf(wallMs), timeOf(wallMs));
    if (first !== ms) expect([shown(first), first < ms]).toEqual([wallMs, true]);
    const nextMs = nextAt(timeZone, timeOf(wallMs), ms);
    expect(Math.abs(nextMs - ms - DAY_MS)).toBeLessThanOrEqual(2 * HOUR_MS);
    expect(lastAt(timeZone, timeOf(wallMs), ms)).toBe(first);
  }
});

test.each([
  ['Europe/Berlin', '22:00', '02:30', '2026-03-29T00:40:00Z', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '02:10', '02:40', '2026-03-29T01:15:00Z', '2026-03-29T01:40:00.000Z'],
  ['Europe/Berlin', '02:30', '03:00', '2026-03-29T01:15:00Z', null],
  ['Europe/Berlin', '22:00', '02:30', '2026-10-25T00:29:00Z', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '22:00', '02:30', '2026-10-25T01:15:00Z', null],
  ['Europe/Berlin', '02:30', '07:00', '2026-10-25T01:15:00Z', '2026-10-25T06:00:00.000Z'],
  ['Africa/Cairo', '20:00', '00:00', '2026-04-23T21:30:00Z', '2026-04-23T22:00:00.000Z'],
  ['America/Santiago', '22:00', '00:30', '2026-09-06T03:45:00Z', '2026-09-06T04:30:00.000Z'],
  ['Asia/Beirut', '22:00', '00:15', '2026-03-28T21:45:00Z', '2026-03-28T22:15:00.000Z'],
  ['America/Havana', '23:00', '00:30', '2026-03-08T04:30:00Z', '2026-03-08T05:30:00.000Z'],
])('quiet hours in %s from %s to %s at %s end at %s', (timeZone, from, to, at, end) => {
  const quiet = [{ days: [0, 1, 2, 3, 4, 5, 6], from, to }];
  const untilMs = quietUntil({ ...NO_ATTENTION, timeZone, quiet }, Date.parse(at));
  expect(untilMs && new Date(untilMs).toISOString()).toBe(end);
});

test.each([
  ['Europe/Berlin', '02:30', '2026-03-28T12:00', ['2026-03-29T01:30', '2026-03-30T00:30']],
  ['Europe/Berlin', '02:30', '2026-10-24T12:00', ['2026-10-25T00:30', '2026-10-26T01:30']],
  ['Africa/Cairo', '00:30', '2026-04-23T12:00', ['2026-04-23T22:30', '2026-04-24T21:30']],
  ['America/Havana', '00:30', '2026-10-31T12:00', ['2026-11-01T04:30', '2026-11-02T05:30']],
  ['Australia/Lord_Howe', '02:00', '2026-10-03T12:00', ['2026-10-03T15:30', '2026-10-04T15:00']],
])(
  'creates one backup a day, and misses none, in %s at %s from %s',
  (timeZone, at, from, times) => {
    const since = `${from}:00.000Z`;
    const plan = { at, keep: '7d', directory: '/backups', since };
    const notes = { ...noBackups, plan, lastSuccessAt: since };
    const made: string[] = [];
    using _ = inZone(timeZone);
    const endMs = Date.parse(since) + 2 * DAY_MS;
    for (let ms = Date.parse(since); ms < endMs; ms += MINUTE_MS) {
      const status = statusOf(notes, ms);
      if (status.overdue) throw wrong('overdue', timeZone, ms, null);
      const next = times[made.length];
      if (next && status.nextAt !== `${next}:00.000Z` && !isDue(notes, ms)) {
        throw wrong('nextAt', timeZone, ms, Date.parse(status.nextAt ?? ''));
      }
      if (!isDue(notes, ms)) continue;
      made.push(new Date(ms).toISOString().slice(0, 16));
      notes.lastSuccessAt = new Date(ms + 10_000).toISOString();
    }
    expect(made).toEqual(times);
  },
);

/** The process is in a time zone for as long as this is used. */
function inZone(timeZone: string): Disposable {
  const before = process.env.TZ;
  process.env.TZ = timeZone;
  return {
    [Symbol.dispose]() {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    },
  };
}

type Shown = (ms: number) => number;

/** The time that a clock of the zone shows, as if it were one of UTC. */
function clockOf(timeZone: string): Shown {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (ms) => {
    const [month = 1, day = 1, year = 0, hour, minute] = format.format(ms).split(/\D+/).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute);
  };
}

/** When the clock is changed in two years. */
function changesOf(shown: Shown): number[] {
  const aheadAt = (ms: number) => shown(ms) - ms;
  const changes: number[] = [];
  for (let ms = Date.UTC(2026, 0); ms < Date.UTC(2028, 0); ms += DAY_MS) {
    let [before, after] = [ms, ms + DAY_MS];
    if (aheadAt(before) === aheadAt(after)) continue;
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
      if (aheadAt(middle) === aheadAt(ms)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

/**
 * Each minute before and after a change is found, in the short run only every third of those hours away from it;
 * at length, with everything that is read from the clock.
 */
function checkAround(changeMs: number, timeZone: string, shown: Shown): void {
  const { walls, firstShown } = scan(changeMs, shown);
  const gapMs = shown(changeMs - MINUTE_MS) + MINUTE_MS;
  for (let wallMs = gapMs; wallMs < shown(changeMs); wallMs += MINUTE_MS) {
    const found = instantOf(timeZone, dayOf(wallMs), timeOf(wallMs));
    if (found !== firstShown(wallMs)) throw wrong('skipped', timeZone, wallMs, found);
  }
  const stepAt = (minute: number) => (isLong || Math.abs(minute) < CLOSE ? 1 : 3);
  for (let minute = -26 * 60; minute <= 26 * 60; minute += stepAt(minute)) {
    const ms = changeMs + minute * MINUTE_MS;
    const wallMs = walls.get(ms) ?? 0;
    const time = timeOf(wallMs);
    const same = instantOf(timeZone, dayOf(wallMs), time);
    if (same !== firstShown(wallMs)) throw wrong(time, timeZone, ms, same);
    const turn = (minute + 26 * 60) % APART;
    for (const check of isLong ? CHECKS : CHECKS.slice(turn, turn + 1)) {
      const { found, expected, what } = check({ timeZone, ms, wallMs, time, firstShown });
      if (found !== expected) throw wrong(what, timeZone, ms, found);
    }
  }
}

const wrong = (what: string, timeZone: string, ms: number, found: number | null) =>
  new Error(`${what} in ${timeZone} at ${new Date(ms).toISOString()} is wrong: ${found}`);

type FirstShown = (wallMs: number) => number;
type Minute = {
  timeZone: string;
  ms: number;
  wallMs: number;
  time: string;
  firstShown: FirstShown;
};
type Checked = { what: string; found: number | null; expected: number | null };

/** In minutes: no clock is changed by more in this many. */
const CLOSE = 180;
/** In the short run, each check is made once in this number of minutes. */
const APART = 20;

const CHECKS: ((minute: Minute) => Checked)[] = [
  ({ timeZone, ms, wallMs, time, firstShown }) => ({
    what: 'nextAt',
    found: nextAt(timeZone, time, ms),
    expected: Math.min(...daily(wallMs, firstShown).filter((one) => one > ms)),
  }),
  ({ timeZone, ms, wallMs, time, firstShown }) => ({
    what: 'lastAt',
    found: lastAt(timeZone, time, ms),
    expected: Math.max(...daily(wallMs, firstShown).filter((one) => one <= ms)),
  }),
  ...RULES.map((rule) => ({ timeZone, ms, wallMs, firstShown }: Minute) => ({
    what: `quietUntil from ${rule.from} to ${rule.to}`,
    found: quietUntil({ ...NO_ATTENTION, timeZone, quiet: [rule] }, ms),
    expected: quietEnd(rule, wallMs, ms, firstShown),
  })),
];

const daily = (wallMs: number, firstShown: FirstShown) =>
  [-2, -1, 0, 1, 2].map((days) => firstShown(wallMs + days * DAY_MS));

/** The times shown close to a change, read minute by minute, and when each is shown first; a skipped one is past the change. */
function scan(
  changeMs: number,
  shown: Shown,
): { walls: Map<number, number>; firstShown: FirstShown } {
  const [beginMs, endMs] = [changeMs - 30 * HOUR_MS, changeMs + 30 * HOUR_MS];
  const walls = new Map<number, number>();
  const first = new Map<number, number>();
  for (let ms = beginMs; ms <= endMs; ms += MINUTE_MS) {
    const wallMs = shown(ms);
    walls.set(ms, wallMs);
    if (!first.has(wallMs)) first.set(wallMs, ms);
  }
  const gapMs = shown(changeMs - MINUTE_MS) + MINUTE_MS;
  const firstShown = (wallMs: number) => {
    const ms = first.get(wallMs);
    if (ms !== undefined) return ms;
    if (wallMs < shown(beginMs)) return beginMs + wallMs - shown(beginMs);
    if (wallMs > shown(endMs)) return endMs + wallMs - shown(endMs);
    return changeMs + wallMs - gapMs;
  };
  return { walls, firstShown };
}

function quietEnd(
  { days, from, to }: QuietHours,
  wallMs: number,
  ms: number,
  firstShown: FirstShown,
): number | null {
  const midnight = wallMs - (wallMs % DAY_MS);
  const spans = [-3, -2, -1, 0, 1, 2, 3].flatMap((count) => {
    const dayMs = midnight + count * DAY_MS;
    if (!days.includes(new Date(dayMs).getUTCDay())) return [];
    const toDayMs = from < to ? dayMs : dayMs + DAY_MS;
    return {
      begin: firstShown(dayMs + pastMidnight(from)),
      end: firstShown(toDayMs + pastMidnight(to)),
    };
  });
  let until = ms;
  for (const { begin, end } of spans.toSorted((a, b) => a.begin - b.begin)) {
    if (begin <= until && end > until) until = end;
  }
  return until === ms ? null : until;
}

const pastMidnight = (time: string) =>
  (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE_MS;
const dayOf = (wallMs: number) => {
  const date = new Date(wallMs);
  return new Temporal.PlainDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
};
const timeOf = (wallMs: number) => new Date(wallMs).toISOString().slice(11, 16);
