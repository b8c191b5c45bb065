import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { manPage } from '../../scripts/release/man-page.ts';
import { groups } from '../../src/cli/commands.ts';
import { settings } from '../../src/settings.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { outcomeOf } from '../support/machine/outcome.ts';
import { needs } from '../support/machine/tools.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

test('has every command with the options and the example of its help', async () => {
  await using terminal = testTerminal();
  const page = plain(await manPage());
  for (const { about } of Object.values(groups).flat()) expect(page).toContain(about);
  for (const name of ['list', 'deliveries', 'doctor', 'serve']) {
    const help = await terminal.ok('help', name);
    const shown = help.match(/^ {2}(-[\w, <>-]+?)(?= {2}|$)|^ {2}\$ inbox .+$/gm) ?? [];
    for (const one of shown) expect(page).toContain(one.trim());
  }
  expect(page).toContain('inbox key create [options] <name>');
});

test('has every setting and exit code, and is reproducible', async () => {
  const page = await manPage();
  const variables = plain(page).match(/INBOX_\w+/g) ?? [];
  expect(new Set(variables).size).toBeGreaterThan(Object.keys(settings).length);
  expect(page).toContain('.B 130\ninterrupted');
  expect(await manPage()).toBe(page);
});

needs('man')('passes the checks of man', async () => {
  const folder = temporaryDirectory();
  const file = join(folder, 'inbox.1');
  await Bun.write(file, await manPage());
  const child = Bun.spawn(['man', '--warnings=w', '-l', file], {
    env: { ...process.env, MANWIDTH: '80', LC_ALL: 'C.UTF-8', PAGER: 'cat' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const { code, out, err } = await outcomeOf(child);
  removeDirectory(folder);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('$ inbox doctor');
});

/** As roff shows it. */
const plain = (page: string) => page.replaceAll('\\-', '-').replaceAll('\\e', '\\');
