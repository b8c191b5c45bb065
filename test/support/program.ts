/** The program under test, as a command: what `npm test` has built, or else this checkout's source. */
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');
const { INBOX_TEST_EXECUTABLE } = process.env;

export const program = INBOX_TEST_EXECUTABLE
  ? [INBOX_TEST_EXECUTABLE]
  : [process.execPath, join(root, 'bin/inbox.ts')];
