import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { failuresIn } from '../../scripts/failures.ts';
import { removeDirectory, temporaryDirectory } from '../support/directory.ts';

const tests = `
import { describe, expect, test } from 'bun:test';
test('passes', () => {});
test('a <b> & "c"', () => expect({ a: '<x>' }).toEqual({ a: '"y" & z' }));
describe('within', () => {
  test('throws', async () => { throw new TypeError('no\\nand no'); });
});
test('hangs', () => new Promise(() => {}), 20);
`;

const directory = temporaryDirectory();
afterAll(() => removeDirectory(directory));

test('the end of a run names what failed, where and why', async () => {
  const file = join(directory, 'some.test.ts');
  const report = join(directory, 'report.xml');
  await Bun.write(file, tests);
  const settings = ['--reporter=junit', `--reporter-outfile=${report}`];
  const run = Bun.spawn([process.execPath, 'test', file, ...settings], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  expect(await run.exited).toBe(1);
  const [differs, throws, hangs, ...more] = failuresIn(await Bun.file(report).text());
  expect(differs).toStartWith('some.test.ts:4 a <b> & "c"\n  AssertionError: ');
  expect(differs).toContain('-   "a": ""y" & z"');
  expect(throws).toStartWith('some.test.ts:6 throws\n  TypeError: no\n  and no\n');
  expect(hangs).toBe('some.test.ts:8 hangs\n  test timed out');
  expect(more).toEqual([]);
});
