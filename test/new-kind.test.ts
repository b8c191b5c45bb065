/** A new kind of review is a folder, its renderers and a line in each table: nothing else changes. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  answering,
  files,
  names,
  tables,
  withLine,
  withName,
} from './support/architecture/new-kind.ts';
import { removeDirectory, temporaryDirectory } from './support/machine/directory.ts';

const root = join(import.meta.dir, '..');
const copy = temporaryDirectory();
const LONG_MS = 300_000;

beforeAll(() => {
  const pages = readdirSync(root).filter((name) => name.endsWith('.md'));
  for (const name of [
    ...['src', 'test', 'scripts', 'docs', 'bunfig.toml', 'package.json'],
    ...pages,
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const config = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  write('tsconfig.json', JSON.stringify({ ...config, include: ['src'] }));
});
afterAll(() => removeDirectory(copy));

test(
  'fails to compile in every table when a kind is listed without its folder',
  () => {
    edit(names, withName);
    const { out } = run('run', 'tsc', '--noEmit');
    const broken = [...out.matchAll(/^(src\/[^(]+)\(.*Property 'ranking' is missing/gm)];
    expect(broken.map(([, file]) => file).sort()).toEqual(Object.keys(tables).sort());
  },
  LONG_MS,
);

test(
  'compiles, keeps the architecture and answers over HTTP with a line in each table',
  () => {
    for (const [path, source] of Object.entries(files)) write(path, source);
    for (const [path, from] of Object.entries(tables)) edit(path, (table) => withLine(table, from));
    write('test/ranking.test.ts', answering);
    expect(run('run', 'tsc', '--noEmit')).toEqual({ code: 0, out: '' });
    const order = run(
      'test',
      'test/architecture.test.ts',
      'test/kinds.test.ts',
      '-t',
      'names no kind|every source',
    );
    expect([order.code, order.out]).toEqual([0, expect.stringContaining(' 0 fail')]);
    const answer = run('test', 'test/ranking.test.ts', '--timeout', '60000');
    expect([answer.code, answer.out]).toEqual([0, expect.stringContaining(' 1 pass')]);
  },
  LONG_MS,
);

function write(path: string, source: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), source);
}

const edit = (path: string, change: (source: string) => string) =>
  write(path, change(readFileSync(join(copy, path), 'utf8')));

/** Runs bun in the copy; what it printed, on both streams. */
function run(...args: string[]): { code: number; out: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...args], { cwd: copy });
  return { code: exitCode, out: `${stdout}${stderr}` };
}
