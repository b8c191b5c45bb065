/**
 * The time until the built executable answers, for an empty inbox and for one with a million
 * messages, and its memory when idle: `bun run build`, then `bun run bench start`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRun } from '../../src/run-file.ts';
import { filled } from './history/filled.ts';
import { builtExecutable } from './support/executable.ts';
import { residentBytes } from './support/process.ts';
import { quantile, report, reportMachine } from './support/report.ts';

const TURNS = 7;
const IDLE_MS = 3000;
const MIB = 1024 * 1024;
const executable = builtExecutable();

reportMachine();
const empty = await startAll(() => mkdtempSync(join(tmpdir(), 'inbox-bench-')), true);
report('start of an empty inbox, median', quantile(empty.tookMs, 0.5), 'ms', { atMost: 200 });
report('idle memory', empty.residentMib, 'MiB', { atMost: 110 });
const data = await filled(1_000_000);
const full = await startAll(() => data, false);
report('start with 1,000,000 messages, median', quantile(full.tookMs, 0.5), 'ms', { atMost: 1000 });
report('idle memory', full.residentMib, 'MiB', { atMost: 110 });

async function startAll(directory: () => string, isOurs: boolean) {
  const tookMs: number[] = [];
  let residentMib = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const data = directory();
    const isLast = turn === TURNS - 1;
    const started = await startOnce(data, isLast);
    tookMs.push(started.tookMs);
    residentMib = started.residentMib;
    if (isOurs) rmSync(data, { recursive: true, force: true });
  }
  return { tookMs, residentMib };
}

async function startOnce(data: string, idles: boolean) {
  const at = performance.now();
  const child = Bun.spawn([executable, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  while (!(await answers(data))) await Bun.sleep(1);
  const tookMs = performance.now() - at;
  if (idles) await Bun.sleep(IDLE_MS);
  const residentMib = residentBytes(child.pid) / MIB;
  child.kill();
  await child.exited;
  return { tookMs, residentMib };
}

async function answers(data: string): Promise<boolean> {
  const run = findRun(data);
  if (!run) return false;
  return fetch(`${run.url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
