/**
 * Runs a benchmark by name; without a name it lists them: `bun run bench [name]`. With `--against
 * DIR` it alternates between this checkout and that one, and fails if a figure is below `--bound`
 * (1) times the other.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareAgainst } from './bench/support/against.ts';

const directory = join(import.meta.dir, 'bench');
const names = readdirSync(directory, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => entry.name.slice(0, -3))
  .sort();
const {
  values: { against, bound },
  positionals: [name, ...args],
} = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, bound: { type: 'string', default: '1' } },
});

if (name === undefined || !names.includes(name)) {
  console.log(`bun run bench <name> [--against DIR], one of: ${names.join(', ')}`);
  process.exitCode = name === undefined ? 0 : 2;
} else if (against !== undefined) {
  const other = { directory: resolve(against), bound: Number(bound), args };
  process.exitCode = (await compareAgainst(name, other)) ? 0 : 1;
} else {
  const script = join(directory, `${name}.ts`);
  const child = Bun.spawn([process.execPath, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  process.exitCode = await child.exited;
}
