import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bounds } from '../../scripts/figures/bounds.ts';
import { figuresOf } from '../../scripts/figures/figures.ts';
import type { Sources } from '../support/architecture/imports.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const { file, function: fn } = bounds;
const lines = (count: number) => '\n'.repeat(count);
/** A function with that number of lines of its own, and `inner` on further ones. */
const functionOf = (count: number, inner = '') =>
  `export function long() {\n${'  go();\n'.repeat(count - 2)}${inner}}\n`;
const arrow = (count: number) => `  const inner = () => {\n${'    go();\n'.repeat(count)}  };\n`;
const many = (count: number, source: string): Sources =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`core/${at}.ts`, source]));

const broken: [what: string, sources: Sources, fault: string][] = [
  [
    'a file',
    { ...many(40, ''), 'core/a.ts': lines(file.longest + 1) },
    `core/a.ts:${file.longest + 1} has ${file.longest + 1} lines, more than ${file.longest}`,
  ],
  [
    'a style sheet',
    { ...many(40, ''), 'dashboard/a.css': lines(file.longest + 1) },
    `dashboard/a.css:${file.longest + 1} has ${file.longest + 1} lines, more than ${file.longest}`,
  ],
  [
    'the median',
    many(3, lines(file.median + 1)),
    `The median file has ${file.median + 1} lines, more than ${file.median}`,
  ],
  [
    'the 95th percentile',
    { ...many(9, ''), 'core/a.ts': lines(file.most + 1) },
    `More than one file in twenty has over ${file.most} lines: core/a.ts:${file.most + 1}`,
  ],
  [
    'a function',
    { ...many(40, ''), 'core/a.ts': `\n${functionOf(fn.longest + 1)}` },
    `core/a.ts:2 begins a function of ${fn.longest + 1} lines, more than ${fn.longest}`,
  ],
  [
    'a function inside another',
    { ...many(40, ''), 'core/a.ts': functionOf(10, arrow(fn.longest)) },
    `core/a.ts:10 begins a function of ${fn.longest + 2} lines, more than ${fn.longest}`,
  ],
  [
    'a cast',
    { 'core/a.ts': '\nexport const a = JSON.parse("1") as number;\n' },
    'core/a.ts:2 casts `as number`: let the types say it, or list it with a reason',
  ],
  [
    'a double cast',
    { 'core/a.ts': 'export const a = 1 as unknown as string;\n' },
    'core/a.ts:1 casts `as unknown as string`: let the types say it, or list it with a reason',
  ],
  [
    'an assertion that there is a value',
    { 'core/a.ts': 'export const a = [1][0]!;\n' },
    'core/a.ts:1 casts `!`: let the types say it, or list it with a reason',
  ],
  [
    'a circle',
    { 'core/a.ts': `import './b.ts';\n`, 'core/b.ts': `import type { A } from './a.ts';\n` },
    'core/a.ts -> core/b.ts -> core/a.ts is a circle',
  ],
];

test.each(broken)('refuses %s out of bounds, where it is', (_, sources, fault) => {
  expect(figuresOf(sources, []).faults).toEqual([fault]);
});

const allowed: [what: string, sources: Sources][] = [
  ['a file of 250 lines', { ...many(40, ''), 'core/a.ts': lines(file.longest) }],
  ['a function of 60 lines', { ...many(40, ''), 'core/a.ts': functionOf(fn.longest) }],
  [
    'a function of 60 lines with another inside',
    { ...many(40, ''), 'core/a.ts': functionOf(fn.longest - 2, arrow(fn.longest - 2)) },
  ],
  ['`as const`', { 'core/a.ts': 'export const a = [1] as const;\n' }],
  ['`satisfies`', { 'core/a.ts': 'export const a = [1] satisfies number[];\n' }],
];

test.each(allowed)('allows %s', (_, sources) => {
  expect(figuresOf(sources, []).faults).toEqual([]);
});

test('allows a listed cast as often as it is listed, and no less often', () => {
  const kept = [{ reason: 'A library', casts: { 'core/a.ts': ['as string', 'as string'] } }];
  const source = (count: number) => 'f(x as string);\n'.repeat(count);
  const faultsWith = (count: number) => figuresOf({ 'core/a.ts': source(count) }, kept).faults;
  expect(faultsWith(2)).toEqual([]);
  expect(faultsWith(3)).toEqual([expect.stringContaining('core/a.ts:3 casts `as string`')]);
  expect(faultsWith(1)).toEqual(['core/a.ts: `as string` is listed more often than it is there']);
});

test('exits with 1 and prints the figures and the place', () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'look'));
  writeFileSync(join(folder, 'a.ts'), functionOf(fn.longest + 1));
  writeFileSync(join(folder, 'look/a.css'), lines(3));
  const command = [process.execPath, join(import.meta.dir, '../../scripts/figures.ts'), folder];
  const { exitCode, stdout } = Bun.spawnSync(command);
  const printed = `${stdout}`.split('\n');
  expect([exitCode, printed]).toEqual([
    1,
    [
      '2 files: median 3 lines, 95th percentile 61, longest 61',
      '1 style sheets: median 3 lines, 95th percentile 3, longest 3',
      '1 functions: median 61 lines, 95th percentile 61, longest 61',
      '0 casts, each with its reason in scripts/figures/kept-casts.ts',
      '0 circles of imports',
      'a.ts:1 begins a function of 61 lines, more than 60',
      '',
    ],
  ]);
  removeDirectory(folder);
});
