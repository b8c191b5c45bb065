// `bun test` with our settings; ends with what failed and one line, `N passed, N failed`, for people
// and CI alike.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { $ } from 'bun';
import { failuresIn } from './failures.ts';
import { scratchDirectory } from './scratch.ts';
import { bringTools } from './tools.ts';

// A test whose tool is missing says so in its name; the others run without.
await bringTools();

// What people get is what is tested: commands, and the server before the browser.
const root = join(import.meta.dir, '..');
await $`${process.execPath} scripts/build.ts`.cwd(root).quiet();

const folder = await scratchDirectory();
const reportFile = join(folder, 'junit.xml');
// Most tests wait for a process or a browser more than they work. Files share what they import.
const settings = [
  '--parallel=5',
  '--no-isolate',
  '--timeout=120000',
  '--no-orphans',
  '--reporter=junit',
];
const command = [process.execPath, 'test', ...settings, `--reporter-outfile=${reportFile}`];

const run = Bun.spawn([...command, ...process.argv.slice(2)], {
  env: {
    ...process.env,
    TMPDIR: folder,
    INBOX_TEST_EXECUTABLE: join(root, 'dist/inbox'),
    INBOX_TEST_SHARED: '1',
  },
  stdio: ['inherit', 'inherit', 'inherit'],
});
// Who breaks it off gets the memory back too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal));
const exitCode = await run.exited;
const report = await Bun.file(reportFile)
  .text()
  .catch(() => '');
await rm(folder, { recursive: true, force: true });

const total = count('tests');
const skipped = count('skipped');
// A file that fails to load is missing from the report and shows in the exit code alone.
const failed = Math.max(count('failures'), exitCode === 0 ? 0 : 1);
const passed = total - skipped - count('failures');

for (const failure of failuresIn(report)) console.log(`${failure}\n`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = passed === 0 ? exitCode || 1 : exitCode;

/** An attribute of the report's first element, which holds the totals. */
function count(attribute: string): number {
  const [, digits] = new RegExp(`<testsuites [^>]*\\b${attribute}="(\\d+)"`).exec(report) ?? [];
  return Number(digits ?? 0);
}
