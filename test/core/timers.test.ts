import { expect, test } from 'bun:test';
import { timerMs } from '../../src/core/timers.ts';

const MOST = 2 ** 31 - 1;
test.each([
  [5, 5],
  [0, 0],
  [-1, 0],
  [Number.NEGATIVE_INFINITY, 0],
  [Number.NaN, 0],
  [MOST, MOST],
  [MOST + 1, MOST],
  [Number.POSITIVE_INFINITY, MOST],
])('a timer for a computed time of %p ms waits %p ms', (ms, waits) => {
  expect(timerMs(ms)).toBe(waits);
});
