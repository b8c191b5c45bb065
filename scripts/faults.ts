/**
 * Runs the tests of what may go wrong: `bun run faults [name] [--long]`. Without a name all of them
 * run in their long form, and a table tells how they went.
 */
import { join } from 'node:path';

/** What makes a test long; the same variables make it any length. */
const long = {
  'power-cut': { INBOX_CUTS: '10000' },
  'disk-errors': { INBOX_DISK_ERRORS: '200' },
  kill: { INBOX_KILLS: '1000' },
  stop: { INBOX_STOPS: '50' },
  model: { INBOX_SEQUENCES: '50000' },
  clients: { INBOX_CONNECTIONS: '10000' },
} as const satisfies Record<string, Record<string, string>>;

type Name = keyof typeof long;
const names = Object.keys(long) as Name[];
const [name, ...flags] = process.argv.slice(2);

if (name === undefined) process.exitCode = await runAll();
else if (names.includes(name as Name)) {
  process.exitCode = await run(name as Name, flags.includes('--long'));
} else {
  console.log(`bun run faults [name] [--long], one of: ${names.join(', ')}`);
  process.exitCode = 2;
}

async function runAll(): Promise<number> {
  const rows: Record<string, string>[] = [];
  for (const one of names) {
    const startedAt = performance.now();
    const code = await run(one, true);
    const settings = Object.entries(long[one]).map(([key, value]) => `${key}=${value}`);
    const seconds = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
    rows.push({
      test: one,
      settings: settings.join(' '),
      held: code === 0 ? 'yes' : 'NO',
      seconds,
    });
  }
  console.table(rows);
  return rows.every((row) => row.held === 'yes') ? 0 : 1;
}

function run(one: Name, isLong: boolean): Promise<number> {
  const script = [join(import.meta.dir, 'test.ts'), `test/faults/${one}.test.ts`];
  const child = Bun.spawn([process.execPath, ...script], {
    cwd: join(import.meta.dir, '..'),
    env: { ...process.env, ...(isLong ? long[one] : {}) },
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  return child.exited;
}
