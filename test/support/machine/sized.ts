/** `npm test` tries few of what could be many; with INBOX_TEST_SLOW=1 it takes its time. */
import { test } from 'bun:test';

export const isSlow = process.env.INBOX_TEST_SLOW === '1';

/** The size of a test. */
export const sized = (few: number, many: number): number => (isSlow ? many : few);

/** The cases of a table that this run tries. */
export const chosen = <T>(cases: readonly T[], isFast: (one: T) => boolean): T[] =>
  cases.filter((one) => isSlow || isFast(one));

/** `test` in a slow run; else the test is skipped, and its name says why. */
export const slowly = (promise: string, body: () => Promise<void> | void, timeoutMs?: number) =>
  isSlow
    ? test(promise, body, timeoutMs)
    : test.skip(`${promise} (NOT TESTED HERE: set INBOX_TEST_SLOW=1)`, body);
