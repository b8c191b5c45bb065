/** Runs a benchmark by its name; without one it lists them: `bun run bench [name]`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dir, 'bench');
const names = readdirSync(directory, { withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => entry.name.slice(0, -3))
  .sort();
const [name, ...args] = process.argv.slice(2);

if (name !== undefined && names.includes(name)) {
  const script = join(directory, `${name}.ts`);
  const child = Bun.spawn([process.execPath, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  process.exitCode = await child.exited;
} else {
  console.log(`bun run bench <name>, one of: ${names.join(', ')}`);
  process.exitCode = name === undefined ? 0 : 2;
}
