import { test } from 'bun:test';

/** For tests of `inbox connect`, which a checkout refuses: its path does not last. */
export const isBuilt = process.env.INBOX_TEST_EXECUTABLE !== undefined;

export const built = isBuilt
  ? test
  : (promise: string, body: () => Promise<void>, _timeoutMs?: number) =>
      test.skip(`${promise} (NOT TESTED HERE: set INBOX_TEST_EXECUTABLE)`, body);
