import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { cliPage } from '../../scripts/pages/cli.ts';
import { groups } from '../../src/cli/commands.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { commandFolder } from '../support/server/program.ts';

const page = join(import.meta.dir, '../../docs/cli.md');

test('docs/cli.md lists the current commands (`bun run pages` writes it)', async () => {
  const home = temporaryDirectory();
  const text = await cliPage(commandFolder(home));
  removeDirectory(home);
  for (const { name } of Object.values(groups).flat())
    expect(text).toContain(`### \`inbox ${name}`);
  expect(await Bun.file(page).text()).toBe(text);
}, 180_000);
