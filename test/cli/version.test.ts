import { expect, test } from 'bun:test';
import { join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { commitOf } from '../../scripts/commit.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

test("prints the version, with --json also the commit and Bun's version", async () => {
  await using terminal = testTerminal();
  expect(await terminal.ok('--version')).toBe(pkg.version);
  const isBuilt = Boolean(process.env.INBOX_TEST_EXECUTABLE);
  const commit = isBuilt ? await commitOf(join(import.meta.dir, '../..')) : null;
  const expected = { version: pkg.version, commit, bun: Bun.version };
  for (const args of [
    ['--version', '--json'],
    ['--json', '--version'],
  ]) {
    expect(JSON.parse(await terminal.ok(...args))).toEqual(expected);
  }
});
