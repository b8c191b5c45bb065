import { expect, test } from 'bun:test';
import { isDue, statusOf } from '../../../src/core/backups/due.ts';
import { type BackupNotes, noBackups } from '../../../src/core/backups/schema.ts';

/** A moment of the local time, on a day in May. */
const ms = (dayAndTime: string) => new Date(`2031-05-${dayAndTime}:00`).getTime();
const iso = (dayAndTime: string) => new Date(ms(dayAndTime)).toISOString();

const notes = (more: Partial<BackupNotes> = {}): BackupNotes => ({
  ...noBackups,
  plan: { at: '03:30', keep: '7d', directory: '/backups', since: iso('01T10:00') },
  ...more,
});
const made = (at: string) => notes({ lastSuccessAt: iso(at) });

test('schedules a backup once a day at the local time, and once if it was missed', () => {
  expect(isDue(made('10T03:30'), ms('11T03:29'))).toBe(false);
  expect(isDue(made('10T03:30'), ms('11T03:30'))).toBe(true);
  expect(isDue(made('11T03:30'), ms('11T03:31'))).toBe(false);
  expect(isDue(made('10T03:30'), ms('11T22:00'))).toBe(true);
  expect(isDue(made('02T03:30'), ms('11T02:00'))).toBe(true);
  expect(isDue(notes(), ms('01T10:00'))).toBe(true);
  expect(isDue({ ...made('02T03:30'), plan: null }, ms('11T02:00'))).toBe(false);
});

test('retries a failed backup after an hour, or when the server starts', () => {
  const failed = { ...made('10T03:30'), failure: { at: iso('11T03:31'), reason: 'full' } };
  expect(isDue(failed, ms('11T04:30'))).toBe(false);
  expect(isDue(failed, ms('11T04:30'), { isStart: true })).toBe(true);
  expect(isDue(failed, ms('11T04:31'))).toBe(true);
  expect(isDue(failed, ms('12T03:30'))).toBe(true);
});

test('leaves a backup to the process that is creating it until that process has been silent too long', () => {
  const running = { path: '/backups/a', since: iso('11T03:30'), until: iso('11T03:32') };
  const busy = { ...made('10T03:30'), running };
  expect(isDue(busy, ms('11T03:31'), { isStart: true })).toBe(false);
  expect(isDue(busy, ms('11T03:32'))).toBe(true);
  expect(statusOf(busy, ms('11T03:31')).underWay).toBe(true);
});

test('reports a backup as overdue after an hour', () => {
  expect(statusOf(made('10T03:30'), ms('11T04:30')).overdue).toBe(false);
  expect(statusOf(made('10T03:30'), ms('11T04:31')).overdue).toBe(true);
  expect(statusOf(made('11T03:30'), ms('12T03:29')).overdue).toBe(false);
  // One that was missed stays missed when the next one is due.
  expect(statusOf(made('09T03:30'), ms('11T03:45')).overdue).toBe(true);
  // Nothing was missed before the schedule was set.
  expect(statusOf(notes(), ms('01T12:00')).overdue).toBe(false);
  expect(statusOf({ ...made('02T03:30'), plan: null }, ms('11T04:31'))).toMatchObject({
    at: null,
    overdue: false,
  });
  expect(statusOf(made('11T03:30'), ms('11T04:00')).nextAt).toBe(iso('12T03:30'));
});
