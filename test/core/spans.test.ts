import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { durationMs } from '../../src/core/durations.ts';
import { lastSeen, leftUntil, relative, spanOf } from '../../src/core/spans.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const spans: [ms: number, words: string][] = [
  [-1, '0s'],
  [999, '0s'],
  [45.9 * SECOND, '45s'],
  [MINUTE, '1m'],
  [59 * MINUTE + 59 * SECOND, '59m'],
  [HOUR, '1h'],
  [91 * MINUTE, '1h31m'],
  [116 * MINUTE, '1h56m'],
  [2 * HOUR + 5 * MINUTE, '2h5m'],
  [23 * HOUR + 59 * MINUTE, '23h'],
  [DAY, '1d'],
  [27 * HOUR, '1d3h'],
  [2 * DAY + 4 * HOUR, '2d4h'],
  [5 * DAY + 23 * HOUR, '5d'],
];

test.each(spans)('shows %d ms as %p', (ms, words) => expect(spanOf(ms)).toBe(words));

const left: [ms: number, words: string][] = [
  [-5 * SECOND, '0s'],
  [59 * SECOND, '59s'],
  [4 * MINUTE + 12 * SECOND, '4:12'],
  [5 * MINUTE - 1, '4:59'],
  [5 * MINUTE, '5m'],
];

test.each(left)('shows %d ms left as %p', (ms, words) => {
  const now = Date.parse('2026-11-22T09:00:00.000Z');
  expect(leftUntil(new Date(now + ms).toISOString(), now)).toBe(words);
});

test('shows past and future times relative to now', () => {
  const now = Date.parse('2026-11-22T09:00:00.000Z');
  const at = (ms: number) => relative(new Date(now + ms).toISOString(), now);
  expect([at(-2 * SECOND), at(-73 * SECOND), at(-26 * HOUR)]).toEqual([
    'just now',
    '1m ago',
    '1d2h ago',
  ]);
  expect([at(900), at(4.9 * SECOND), at(3 * MINUTE)]).toEqual(['now', 'in 4s', 'in 3m']);
});

test.each<[agoMs: number, isOffline: boolean, said: string]>([
  [2 * SECOND, false, 'seen just now'],
  [2 * HOUR, false, 'seen 2h ago'],
  [59 * SECOND, true, 'seen 59s ago'],
  [12 * MINUTE, true, 'quiet for 12m'],
])('describes an agent that called %i ms ago, offline %p, as %s', (agoMs, isOffline, said) => {
  const now = Date.parse('2030-01-02T12:00:00Z');
  expect(lastSeen(new Date(now - agoMs).toISOString(), now, isOffline)).toBe(said);
});

test('shows a span that a flag accepts and that is at most a fifth short', () => {
  fc.assert(
    fc.property(fc.integer({ min: MINUTE, max: 400 * DAY }), (ms) => {
      const said = durationMs(spanOf(ms)) ?? Number.NaN;
      expect(said).toBeLessThanOrEqual(ms);
      expect(ms - said).toBeLessThan(Math.max(MINUTE, ms / 5));
    }),
  );
});
