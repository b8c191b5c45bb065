/** `bun run figures [folder]`: how large the files and functions of `src` are, and what is too large. */
import { join } from 'node:path';
import { figuresOf } from './figures/figures.ts';
import { keptCasts } from './figures/kept-casts.ts';

const [chosen] = process.argv.slice(2);
const folder = chosen ?? join(import.meta.dir, '../src');
const sources: Record<string, string> = {};
for (const path of new Bun.Glob('**/*.{ts,tsx,css}').scanSync(folder)) {
  sources[path] = await Bun.file(join(folder, path)).text();
}
const { lines, faults } = figuresOf(sources, chosen === undefined ? keptCasts : []);
for (const line of [...lines, ...faults]) console.log(line);
process.exitCode = faults.length > 0 ? 1 : 0;
