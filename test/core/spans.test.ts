import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { lastSeen, leftUntil, relative, spanOf } from '../../src/core/spans.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const spans: [ms: number, words: string][] = [
  [-1, '0 s'],
  [999, '0 s'],
  [45.9 * SECOND, '45 s'],
  [MINUTE, '1 min'],
  [59 * MINUTE + 59 * SECOND, '59 min'],
  [HOUR, '1 h'],
  [91 * MINUTE, '1 h 31'],
  [116 * MINUTE, '1 h 56'],
  [2 * HOUR + 5 * MINUTE, '2 h 05'],
  [23 * HOUR + 59 * MINUTE, '23 h'],
  [DAY, '1 d'],
  [27 * HOUR, '1 d 3 h'],
  [2 * DAY + 4 * HOUR, '2 d 4 h'],
  [5 * DAY + 23 * HOUR, '5 d'],
];

test.each(spans)('%d ms are %p', (ms, words) => expect(spanOf(ms)).toBe(words));

const left: [ms: number, words: string][] = [
  [-5 * SECOND, '0 s'],
  [59 * SECOND, '59 s'],
  [4 * MINUTE + 12 * SECOND, '4:12'],
  [5 * MINUTE - 1, '4:59'],
  [5 * MINUTE, '5 min'],
];

test.each(left)('with %d ms left a question says %p', (ms, words) => {
  const now = Date.parse('2026-11-22T09:00:00.000Z');
  expect(leftUntil(new Date(now + ms).toISOString(), now)).toBe(words);
});

test('what was, and what is to come', () => {
  const now = Date.parse('2026-11-22T09:00:00.000Z');
  const at = (ms: number) => relative(new Date(now + ms).toISOString(), now);
  expect([at(-2 * SECOND), at(-73 * SECOND), at(-26 * HOUR)]).toEqual([
    'just now',
    '1 min ago',
    '1 d 2 h ago',
  ]);
  expect([at(900), at(4.9 * SECOND), at(3 * MINUTE)]).toEqual(['now', 'in 4 s', 'in 3 min']);
});

const units: Record<string, number> = { s: SECOND, min: MINUTE, h: HOUR, d: DAY };

test.each<[agoMs: number, isOffline: boolean, said: string]>([
  [2 * SECOND, false, 'seen just now'],
  [2 * HOUR, false, 'seen 2 h ago'],
  [59 * SECOND, true, 'seen 59 s ago'],
  [12 * MINUTE, true, 'quiet for 12 min'],
])('an agent that called %i ms ago, offline %p, was %s', (agoMs, isOffline, said) => {
  const now = Date.parse('2030-01-02T12:00:00Z');
  expect(lastSeen(new Date(now - agoMs).toISOString(), now, isOffline)).toBe(said);
});

test('no span says more than there is, and none misses a tenth of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: MINUTE, max: 400 * DAY }), (ms) => {
      const [count = '', unit = '', rest = '', restUnit = 'min'] = spanOf(ms).split(' ');
      const said =
        Number(count) * (units[unit] ?? Number.NaN) +
        Number(rest) * (units[restUnit] ?? Number.NaN);
      expect(said).toBeLessThanOrEqual(ms);
      expect(ms - said).toBeLessThan(Math.max(MINUTE, ms / 5));
    }),
  );
});
