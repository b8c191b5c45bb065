/**
 * Writes down which lines of `src` a process ran: `bun test --coverage` measures only its own
 * process.
 */
import * as engine from 'bun:jsc';
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import type { Lines } from './lines.ts';

const root = join(import.meta.dir, '../..');
const sources = [...new Bun.Glob('src/**/*.ts').scanSync(root)];
const WRITE_EVERY_MS = 250;
const ROW = /^ (\S+) \|.*\| ([\d,-]*)$/;

/** Must be called before anything else is loaded. */
export function recordInto(folder: string): void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage');
  const file = join(folder, `${crypto.randomUUID()}.json`);
  const write = () => {
    writeFileSync(`${file}.part`, JSON.stringify(uncoveredLines()));
    renameSync(`${file}.part`, file);
  };
  process.on('exit', write);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      write();
      // Without this listener the signal would have ended the process here.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
  // A process that is killed has written at least this.
  setInterval(write, WRITE_EVERY_MS).unref();
}

/** The lines that this process did not run, by source that it has loaded. */
function uncoveredLines(): Lines {
  const lines: Lines = {};
  for (const file of sources) {
    const [, , ranges] = ROW.exec(coverageRow(join(root, file))) ?? [];
    if (ranges !== undefined) lines[file] = ranges.split(',').flatMap(linesOf);
  }
  return lines;
}

/** Bun's own row of a file, ` path | functions | lines | 3-5,11`; empty if it is not loaded. */
function coverageRow(file: string): string {
  const { codeCoverageForFile } = engine as unknown as {
    codeCoverageForFile(file: string, ignoreSourceMaps: boolean): string;
  };
  try {
    return codeCoverageForFile(file, false);
  } catch {
    return '';
  }
}

function linesOf(range: string): number[] {
  if (range === '') return [];
  const [from = 0, to = from] = range.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
