import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { cliPage } from '../../scripts/pages/cli.ts';
import { cliReferencePage } from '../../scripts/pages/cli-reference.ts';
import { groups } from '../../src/cli/commands.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { commandFolder } from '../support/server/program.ts';

const docs = join(import.meta.dir, '../../docs');

test('docs/cli-reference.md lists the current commands (`bun run pages` writes it)', async () => {
  const home = temporaryDirectory();
  const text = await cliReferencePage(commandFolder(home));
  removeDirectory(home);
  for (const { name } of Object.values(groups).flat())
    expect(text).toContain(`### \`inbox ${name}`);
  expect(await Bun.file(join(docs, 'cli-reference.md')).text()).toBe(text);
}, 180_000);

test('docs/cli.md has the current exit codes', async () => {
  expect(await Bun.file(join(docs, 'cli.md')).text()).toBe(await cliPage());
});
