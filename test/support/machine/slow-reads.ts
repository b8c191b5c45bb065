/**
 * Delays each read of the database by 0 to 4 turns of the event loop, some before it reads and some before it
 * answers, as a database in another process would: the reads of SQLite hide what happens in between. Always so
 * in the suites below, and in all files with INBOX_TEST_SLOW_READS=SEED.
 */
import { ReadingConnection } from '../../../src/storage/sqlite/reading.ts';
import { seeded } from './random.ts';

const MOST_TURNS = 4;
const suites = /\/test\/(realtime|delivery|core\/access|core\/notify)\//;

const { INBOX_TEST_SLOW_READS } = process.env;
const random = seeded(Number(INBOX_TEST_SLOW_READS ?? 1));
const upTo = (most: number) => Math.floor(random() * (most + 1));

const { executeQuery, rows } = ReadingConnection.prototype;
const isSlow = () => INBOX_TEST_SLOW_READS !== undefined || suites.test(Bun.main);

async function delayed<T>(read: () => T | Promise<T>): Promise<T> {
  const turns = upTo(MOST_TURNS);
  const before = upTo(turns);
  await passTurns(before);
  const result = await read();
  await passTurns(turns - before);
  return result;
}

Object.assign(ReadingConnection.prototype, {
  executeQuery(this: ReadingConnection, ...of: Parameters<typeof executeQuery>) {
    const read = () => executeQuery.apply(this, of);
    return isSlow() ? delayed(read) : read();
  },
  rows(this: ReadingConnection, ...of: Parameters<typeof rows>) {
    const read = () => rows.apply(this, of);
    return isSlow() ? delayed(read) : read();
  },
});

async function passTurns(turns: number): Promise<void> {
  for (let left = turns; left > 0; left--) await new Promise(setImmediate);
}
