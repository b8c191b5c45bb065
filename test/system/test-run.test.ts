import { expect, test } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { summaryOf } from '../../scripts/suite/summary.ts';
import { runTwice } from '../../scripts/suite/twice.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const failing = `
import { describe, expect, test } from 'bun:test';
test('passes', () => {});
test.skip('is left out', () => {});
test('a <b> & "c"', () => expect({ a: '<x>' }).toEqual({ a: '"y" & z' }));
describe('within', () => {
  test('throws', async () => { throw new TypeError('no\\nand no'); });
});
test('hangs', () => new Promise(() => {}), 20);
`;

/** The first time, `isFirst` is true. */
const once = (what: string) => `
import { existsSync, writeFileSync } from 'node:fs';
const isFirst = !existsSync(import.meta.path + '.ran');
writeFileSync(import.meta.path + '.ran', '');
import { expect, test } from 'bun:test';
${what}
test('passes', () => {});
`;

const flaky = once("test('is unlucky', () => expect(isFirst).toBe(false));");
const greedy = `
import { test } from 'bun:test';
const taken: Buffer[] = [];
test('takes all memory', async () => {
  while (taken.length < 40) {
    taken.push(Buffer.alloc(20 << 20, 1));
    await Bun.sleep(100);
  }
});
`;
const harmless = "import { test } from 'bun:test'; test('passes', () => {});";
const crash = "test('takes the run with it', () => { process.kill(process.pid, 'SIGKILL'); });";

/** Runs test files as `npm test` does; what it says at its end, and how it counted. */
async function runFiles(files: Record<string, string>, args: string[] = [], mostMib?: number) {
  const root = temporaryDirectory();
  try {
    await mkdir(join(root, 'report'));
    for (const [name, text] of Object.entries(files)) {
      await Bun.write(join(root, `test/${name}.test.ts`), text);
    }
    const { signal } = new AbortController();
    const folder = join(root, 'report');
    const { env } = process;
    const outcome = await runTwice({ root, folder, args, env, signal, mostMib, output: 'ignore' });
    const lines = summaryOf(outcome).split('\n');
    return { outcome, lines, last: lines.at(-2) };
  } finally {
    removeDirectory(root);
  }
}

test('reports each failed test at the end with place and reason, once', async () => {
  const { outcome, last } = await runFiles({ some: failing });
  const [differs, throws, hangs, ...more] = outcome.failures;
  expect(differs).toStartWith('test/some.test.ts:5 a <b> & "c"\n  AssertionError: ');
  expect(differs).toContain('-   "a": ""y" & z"');
  expect(throws).toStartWith('test/some.test.ts:7 throws\n  TypeError: no\n  and no\n');
  expect(hangs).toBe('test/some.test.ts:9 hangs\n  test timed out');
  expect(more).toEqual([]);
  expect(outcome.flaky).toEqual([]);
  expect(last).toBe('1 passed, 3 failed, 1 skipped');
});

test('counts a file that passes alone in a second run as passed, and lists it', async () => {
  const { outcome, lines, last } = await runFiles({
    one: flaky,
    two: `import 'bun:test';${flaky}`,
  });
  expect(outcome.flaky.map(({ file }) => file)).toEqual(['test/one.test.ts', 'test/two.test.ts']);
  const [title, where, why] = lines;
  expect(title).toBe('passed at the second run:');
  expect(where).toBe('  test/one.test.ts:6 is unlucky');
  expect(why).toStartWith('    AssertionError: ');
  expect(last).toBe('4 passed, 0 failed');
});

test('kills what takes the memory of the machine, and fails its file alone', async () => {
  const { outcome, last } = await runFiles({ greedy, other: harmless }, [], 500);
  expect(outcome.failures).toHaveLength(1);
  expect(outcome.failures[0]).toContain('test/greedy.test.ts');
  expect(last).toBe('1 passed, 1 failed');
});

test('fails when 8 files pass only in the second run', async () => {
  const eight = Object.fromEntries([...'abcdefgh'].map((name) => [name, flaky]));
  const { lines, last } = await runFiles({
    ...eight,
    i: "import { test } from 'bun:test'; test('i', () => {});",
  });
  expect(lines[0]).toBe('passed at the second run: 8 files, which is too many, so they failed');
  expect(last).toBe('9 passed, 8 failed');
});

test('fails a file twice that does not load or crashes the run', async () => {
  const passing = "import { test } from 'bun:test'; test('passes', () => {});";
  const { outcome, last } = await runFiles({
    passing,
    syntax: "import { test } from 'bun:test'; test(",
    throwing: "throw new Error('no');",
    crash: `import { test } from 'bun:test'; ${crash}`,
    leaves: "import { test } from 'bun:test'; test('leaves', () => process.exit(0));",
  });
  expect(outcome.failures.map((one) => one.split('\n')[0]).sort()).toEqual([
    'test/crash.test.ts (worker crashed)',
    'test/leaves.test.ts (worker crashed)',
    'test/syntax.test.ts did not load, or did not run to its end',
    'test/throwing.test.ts did not load, or did not run to its end',
  ]);
  expect(last).toBe('1 passed, 4 failed');
});

test('allows a file that did not load or crashed the run to pass in the second', async () => {
  const { outcome, last } = await runFiles({
    crash: once(`if (isFirst) ${crash}`),
    throwing: once("if (isFirst) throw new Error('no');"),
  });
  expect(outcome.failures).toEqual([]);
  expect(outcome.flaky.map(({ file }) => file).sort()).toEqual([
    'test/crash.test.ts',
    'test/throwing.test.ts',
  ]);
  expect(last).toBe('2 passed, 0 failed');
});

test('fails the only chosen file when it crashes the run', async () => {
  const files = { crash: `import { test } from 'bun:test'; ${crash}`, flaky };
  const { outcome, last } = await runFiles(files, ['test/crash']);
  expect(outcome.failures).toEqual(['test/crash.test.ts did not load, or did not run to its end']);
  expect(last).toBe('0 passed, 1 failed');
});

test('applies test name filters in the second run', async () => {
  const { last } = await runFiles({ flaky }, ['-t', 'unlucky']);
  expect(last).toBe('1 passed, 0 failed, 1 skipped');
});

test('fails a run without any test', async () => {
  const { last } = await runFiles({ flaky }, ['nothing']);
  expect(last).toBe('0 passed, 1 failed');
});

test('repeats no file when very many fail', async () => {
  const broken =
    "import { test } from 'bun:test'; test('fails', () => { throw new Error('no'); });";
  const names = Array.from({ length: 21 }, (_, at) => `broken-${at}`);
  const { lines, last } = await runFiles(Object.fromEntries(names.map((name) => [name, broken])));
  expect(lines).toContain('21 files failed: too many for a second run');
  expect(last).toBe('0 passed, 21 failed');
});
