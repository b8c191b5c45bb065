import { expect, test } from 'bun:test';
import { nextReminder, reminderTimes } from '../../../src/core/notify/remind.ts';

const MINUTE_MS = 60_000;
const lasting = (minutes: number) => ({ openedAtMs: 0, expiresAtMs: minutes * MINUTE_MS });

test.each([
  ['none for less than 5 minutes', 4, []],
  ['one at 90 % of a short life', 9, [8.1]],
  ['at 10 minutes and 90 %', 30, [10, 27]],
  ['at 10 minutes, an hour and 90 %', 120, [10, 60, 108]],
  ['none within 2 minutes of another', 12, [10]],
])('reminds %s', (_, lifetime, minutes) => {
  expect(reminderTimes(lasting(lifetime)).map((ms) => ms / MINUTE_MS)).toEqual(minutes);
});

test('skips reminders that would follow a late notice too soon', () => {
  expect(nextReminder(lasting(120), 0)).toEqual({ round: 1, atMs: 10 * MINUTE_MS });
  expect(nextReminder(lasting(120), 9 * MINUTE_MS)).toEqual({ round: 2, atMs: 60 * MINUTE_MS });
  expect(nextReminder(lasting(120), 108 * MINUTE_MS)).toBeNull();
});
