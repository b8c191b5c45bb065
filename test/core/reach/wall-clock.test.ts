import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { DAY_MS, nextAt } from '../../../src/core/reach/wall-clock.ts';

const HOUR_MS = 3_600_000;
const next = (time: string, after: string, timeZone = 'Europe/Berlin') =>
  new Date(nextAt(timeZone, time, Date.parse(after))).toISOString();

test.each([
  ['later today', '08:00', '2030-01-02T06:59:59Z', '2030-01-02T07:00:00.000Z'],
  ['tomorrow', '08:00', '2030-01-02T07:00:00Z', '2030-01-03T07:00:00.000Z'],
  ['after the clock goes forward', '08:00', '2030-03-30T12:00:00Z', '2030-03-31T06:00:00.000Z'],
  ['after the clock goes back', '08:00', '2030-10-26T12:00:00Z', '2030-10-27T07:00:00.000Z'],
])('finds a time of the wall clock %s', (_, time, after, at) => {
  expect(next(time, after)).toBe(at);
});

test('finds one time a day in every time zone, even across clock changes', () => {
  const zones = fc.constantFrom(
    ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'],
    ...['America/St_Johns', 'Pacific/Apia', 'Africa/Casablanca', 'Pacific/Chatham'],
  );
  const days = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) });
  const times = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':'));
  fc.assert(
    fc.property(zones, times, days, (timeZone, time, afterMs) => {
      const first = nextAt(timeZone, time, afterMs);
      const second = nextAt(timeZone, time, first);
      expect(first).toBeGreaterThan(afterMs);
      expect(first - afterMs).toBeLessThanOrEqual(DAY_MS + 2 * HOUR_MS);
      expect(Math.abs(second - first - DAY_MS)).toBeLessThanOrEqual(2 * HOUR_MS);
    }),
    { numRuns: 3000 },
  );
});
