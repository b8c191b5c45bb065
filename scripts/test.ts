// `bun test` with the project's settings, and a second run of each file that failed, alone; ends
// with what failed and one line, `N passed, N failed`, for people and CI alike.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { $ } from 'bun';
import { scratchDirectory } from './scratch.ts';
import { summaryOf } from './suite/summary.ts';
import { runTwice } from './suite/twice.ts';
import { bringShell, bringTools, versionOf } from './tools.ts';

// A test whose tool is missing says so in its name; all others run.
await bringTools();
await bringShell();
console.log(`Browser: ${versionOf('chromium')}`);

// The tests use what people get: commands, and the server before the browser.
const root = join(import.meta.dir, '..');
await $`${process.execPath} scripts/build.ts`.cwd(root).quiet();

const folder = await scratchDirectory();
// An interrupted run frees the memory, too.
const breakOff = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => breakOff.abort());

const outcome = await runTwice({
  root,
  folder,
  args: process.argv.slice(2),
  env: {
    ...process.env,
    TMPDIR: folder,
    INBOX_TEST_EXECUTABLE: join(root, 'dist/inbox'),
    INBOX_TEST_SHARED: '1',
  },
  signal: breakOff.signal,
});
// A folder that is still in use stays, with a warning: the tests' results hold all the same.
await rm(folder, { recursive: true, force: true }).catch((failure) => {
  console.error(`Could not remove the files of this run in ${folder}: ${String(failure)}`);
});

process.stdout.write(summaryOf(outcome));
process.exitCode = outcome.failed === 0 && outcome.passed > 0 ? 0 : 1;
