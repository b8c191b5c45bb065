import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { quietUntil } from '../../../src/core/notify/plan.ts';
import { NO_ATTENTION, type QuietHours } from '../../../src/core/notify/schema.ts';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const night: QuietHours = { days: EVERY_DAY, from: '22:00', to: '07:00' };

function until(timeZone: string, quiet: QuietHours[], at: string): string | null {
  const end = quietUntil({ ...NO_ATTENTION, timeZone, quiet }, Date.parse(at));
  return end === null ? null : new Date(end).toISOString();
}

test.each([
  ['before they begin', '2030-01-02T20:59:59Z', null],
  ['as they begin', '2030-01-02T21:00:00Z', '2030-01-03T06:00:00.000Z'],
  ['after midnight', '2030-01-03T03:12:34Z', '2030-01-03T06:00:00.000Z'],
  ['as they end', '2030-01-03T06:00:00Z', null],
])('reads the wall clock of the time zone %s', (_, at, end) => {
  expect(until('Europe/Berlin', [night], at)).toBe(end);
});

test.each([
  ['spring', '2030-03-30T22:00:00Z', '2030-03-31T05:00:00.000Z'],
  ['autumn', '2030-10-26T21:00:00Z', '2030-10-27T06:00:00.000Z'],
])('ends at the same hour of the clock when it changes in %s', (_, at, end) => {
  expect(until('Europe/Berlin', [night], at)).toBe(end);
});

test('applies overnight quiet hours to the day on which they start', () => {
  const friday = { ...night, days: [5] };
  expect(until('UTC', [friday], '2030-01-04T23:00:00Z')).toBe('2030-01-05T07:00:00.000Z');
  expect(until('UTC', [friday], '2030-01-05T06:00:00Z')).toBe('2030-01-05T07:00:00.000Z');
  expect(until('UTC', [friday], '2030-01-05T23:00:00Z')).toBeNull();
});

test('joins rules that follow one another', () => {
  const weekend: QuietHours = { days: [6, 0], from: '07:00', to: '22:00' };
  expect(until('UTC', [night, weekend], '2030-01-04T23:00:00Z')).toBe('2030-01-07T07:00:00.000Z');
});

test('returns an end that is later than the given time and in no quiet hours', () => {
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
  const rule = fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      a: time,
      b: time,
    })
    .map(({ days, a, b }) => ({ days, from: clock(a), to: clock(b) }))
    .filter(({ from, to }) => from !== to);
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Pacific/Chatham',
  );
  const when = fc.date({
    min: new Date('2029-01-01'),
    max: new Date('2031-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zones, fc.array(rule, { maxLength: 3 }), when, (timeZone, quiet, at) => {
      const attention = { ...NO_ATTENTION, timeZone, quiet };
      const end = quietUntil(attention, at.getTime());
      if (end === null) return;
      expect(end).toBeGreaterThan(at.getTime());
      const isAllWeek = end - at.getTime() > 7 * 86_400_000;
      if (!isAllWeek) expect(quietUntil(attention, end)).toBeNull();
    }),
  );
});

const clock = ([hours, minutes]: [number, number]) =>
  `${`${hours}`.padStart(2, '0')}:${`${minutes}`.padStart(2, '0')}`;
