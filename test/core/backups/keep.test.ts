import { expect, test } from 'bun:test';
import { surplus } from '../../../src/core/backups/keep.ts';

/** One a day at noon, local time, starting then. */
const daily = (from: string, days: number) =>
  Array.from({ length: days }, (_, day) => {
    const date = new Date(`${from}T12:00:00`);
    date.setDate(date.getDate() + day);
    return { createdAt: date.toISOString() };
  });

const dayOf = ({ createdAt }: { createdAt: string }) => {
  const date = new Date(createdAt);
  return `${date.getMonth() + 1}-${date.getDate()}`;
};

/** Returns what is left after a year of daily backups, each followed by a cleanup. */
function keptAfter(made: { createdAt: string }[], rule: string): string[] {
  let kept: { createdAt: string }[] = [];
  for (const one of made) {
    const gone = new Set(surplus([...kept, one], rule));
    kept = [...kept, one].filter((each) => !gone.has(each));
  }
  return kept.map(dayOf);
}

test('keeps the newest backup of each day, week and month, even when old ones are removed daily', () => {
  // 2031-12-31 is a Wednesday.
  expect(keptAfter(daily('2031-01-01', 365), '3d,2w,3m')).toEqual([
    '10-31',
    '11-30',
    '12-28',
    '12-29',
    '12-30',
    '12-31',
  ]);
  expect(keptAfter(daily('2031-01-01', 365), '2m')).toEqual(['11-30', '12-31']);
  expect(keptAfter(daily('2031-01-01', 365), '4w').slice(-2)).toEqual(['12-28', '12-31']);
});

test('keeps the newest of several on one day, and an old one while there is nothing newer', () => {
  const morning = { createdAt: new Date('2031-05-01T08:00:00').toISOString() };
  const evening = { createdAt: new Date('2031-05-01T20:00:00').toISOString() };
  expect(surplus([evening, morning], '7d,4w,6m')).toEqual([morning]);
  expect(surplus([morning], '1d')).toEqual([]);
});
