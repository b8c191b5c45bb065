/**
 * The time and memory that npm's command adds to the executable: `bun run build`, then `bun run bench npm [NODE]`,
 * in which NODE is the path of another version of Node.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRun } from '../../src/run-file.ts';
import type { Entry } from '../release/archive.ts';
import { writeFolder } from '../release/folder.ts';
import { programEntries, systemPackage } from '../release/npm.ts';
import { targets } from '../release/targets.ts';
import { builtExecutable } from './support/executable.ts';
import { residentBytes } from './support/process.ts';
import { quantile, report, reportMachine } from './support/report.ts';

const TURNS = 40;
const MIB = 1024 * 1024;
const executable = builtExecutable();
const [node = 'node'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'inbox-bench-'));

reportMachine();
console.log(`Node ${Bun.spawnSync([node, '--version']).stdout.toString().trim()}`);
try {
  const command = [node, installed()];
  const took: { direct: number[]; byNpm: number[] } = { direct: [], byNpm: [] };
  for (let turn = 0; turn <= TURNS; turn++) {
    const direct = tookMs([executable]);
    const byNpm = tookMs(command);
    // The first turn reads both from the disk.
    if (turn === 0) continue;
    took.direct.push(direct);
    took.byNpm.push(byNpm);
  }
  const [direct, byNpm] = [quantile(took.direct, 0.5), quantile(took.byNpm, 0.5)];
  report('inbox --version, p50', direct, 'ms');
  report('by the command of npm, p50', byNpm, 'ms');
  report('which adds', byNpm - direct, 'ms', { atMost: 100 });
  report('memory that stays beside a server', await memoryMib(command), 'MiB', { atMost: 64 });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the path of the command, as npm puts it beside the package of this system. */
function installed(): string {
  const [here] = targets.filter(({ bun }) => bun === `bun-${process.platform}-${process.arch}`);
  if (!here) throw new Error(`There is no release for ${process.platform}-${process.arch}`);
  const unpacked = (one: Entry) => ({ ...one, path: one.path.replace('package/', '') });
  const program = join(folder, 'node_modules/program');
  writeFolder(program, programEntries({ manual: '', licences: '' }).map(unpacked));
  const link = join(folder, 'node_modules', systemPackage(here), 'bin/inbox');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(executable, link);
  return join(program, 'inbox.cjs');
}

function tookMs(command: string[]): number {
  const at = performance.now();
  const { success } = Bun.spawnSync([...command, '--version'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (!success) throw new Error(`${command.join(' ')} --version failed`);
  return performance.now() - at;
}

/** 0 where Node has put the inbox in its own place. */
async function memoryMib(command: string[]): Promise<number> {
  const data = join(folder, 'data');
  const child = Bun.spawn([...command, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  let run = findRun(data);
  for (; !run; run = findRun(data)) await Bun.sleep(1);
  const mib = run.pid === child.pid ? 0 : residentBytes(child.pid) / MIB;
  child.kill();
  await child.exited;
  return mib;
}
