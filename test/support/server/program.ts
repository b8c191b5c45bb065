/** The program under test, as a command: what `npm test` has built, or else this checkout's source. */
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../../..');
const { INBOX_TEST_EXECUTABLE, INBOX_TEST_PRELOAD } = process.env;

/** Runs a script of this checkout; `bun run coverage` makes it write down which lines it ran. */
export const bun = [
  process.execPath,
  ...(INBOX_TEST_PRELOAD ? ['--preload', INBOX_TEST_PRELOAD] : []),
];

/** Preloads it in a script that the command line `inbox` starts, too. */
export const bunOptions = INBOX_TEST_PRELOAD
  ? { BUN_OPTIONS: `--preload ${INBOX_TEST_PRELOAD}` }
  : {};

export const program = INBOX_TEST_EXECUTABLE
  ? [INBOX_TEST_EXECUTABLE]
  : [...bun, join(root, 'bin/inbox.ts')];

/** A folder in which the program is the command `inbox`. */
export function commandFolder(home: string): string {
  if (!INBOX_TEST_EXECUTABLE) return join(root, 'bin');
  const folder = join(home, 'bin');
  mkdirSync(folder, { recursive: true });
  const link = join(folder, 'inbox');
  if (!existsSync(link)) symlinkSync(INBOX_TEST_EXECUTABLE, link);
  return folder;
}
