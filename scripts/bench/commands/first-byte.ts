/**
 * The time until commands print, each compared with one written by hand and, if given, another
 * executable of the project.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile, report, reportMachine } from '../support/report.ts';
import { startChild } from '../support/server.ts';

const TURNS = 40;
const executable = join(import.meta.dir, '../../../dist/inbox');

type Measure = {
  /** The name of the measurement and of its floor. */
  name: string;
  args: string[];
  /**
   * The inbox's data directory, and the id that the floor shows; none for a command that sends no
   * request.
   */
  data?: string;
  id?: string;
  /** For the ratio to the command written by hand, and for the time itself. */
  goals: { ratio: number; atMostMs?: number };
};

/**
 * Reports the median time to the first byte; the processes take turns, so that a busy machine slows
 * all.
 */
export async function reportFirstByte({ name, args, data, id, goals }: Measure): Promise<void> {
  if (!existsSync(executable)) {
    console.log('there is no dist/inbox: `bun run build` makes it');
    process.exit(1);
  }
  reportMachine();
  const folder = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
  const floor = await compiled(folder);
  const server = data === undefined ? null : await startChild(SERVER, data);
  const [other] = process.argv.slice(2);
  const commands: [what: string, command: string[]][] = [
    ['inbox', [executable, ...args]],
    ['by hand', [floor, name, data ?? '', id ?? '']],
    ...(other === undefined ? [] : [[other, [other, ...args]] satisfies [string, string[]]]),
  ];
  try {
    const took = await inTurns(commands, { INBOX_DATA: data ?? folder, HOME: folder });
    const [own = 0, hand = 1, ...rest] = took.map((one) => quantile(one, 0.5));
    const { ratio, atMostMs } = goals;
    report(
      `${name}, first byte, p50`,
      own,
      'ms',
      atMostMs === undefined ? {} : { atMost: atMostMs },
    );
    report(`${name}, first byte, p95`, quantile(took[0] ?? [], 0.95), 'ms');
    report('by hand, p50', hand, 'ms');
    report('ratio to that', own / hand, '×', { atMost: ratio });
    for (const one of rest) report(`${other}, p50`, one, 'ms');
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SERVER = join(import.meta.dir, '../support/server.ts');

/** Compiled like the project's own executable. */
async function compiled(folder: string): Promise<string> {
  const outfile = join(folder, 'floor');
  await Bun.build({
    entrypoints: [join(import.meta.dir, 'floor.ts')],
    minify: true,
    format: 'esm',
    bytecode: true,
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  return outfile;
}

async function inTurns(commands: [string, string[]][], env: Record<string, string>) {
  const took = commands.map((): number[] => []);
  for (let turn = 0; turn <= TURNS; turn++) {
    for (const [at, [, command]] of commands.entries()) {
      const ms = await firstByteMs(command, env);
      // The first turn reads the executable from the disk.
      if (turn > 0) took[at]?.push(ms);
    }
  }
  return took;
}

async function firstByteMs(command: string[], env: Record<string, string>): Promise<number> {
  const at = performance.now();
  const child = Bun.spawn(command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const reader = child.stdout.getReader();
  const { done } = await reader.read();
  const ms = performance.now() - at;
  if (done) throw new Error(`${command.join(' ')} printed nothing`);
  while (!(await reader.read()).done);
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`);
  return ms;
}
