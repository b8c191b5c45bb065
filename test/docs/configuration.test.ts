import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { configurationPage, sample, written } from '../../scripts/pages/configuration.ts';
import { loadConfig } from '../../src/config.ts';
import { variableOf } from '../../src/core/about/schema.ts';
import { settings } from '../../src/settings.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const page = join(import.meta.dir, '../../docs/configuration.md');

test('docs/configuration.md lists the current settings (`bun run pages` writes it)', async () => {
  const text = await configurationPage();
  for (const name of Object.keys(settings)) {
    expect(text).toContain(`<a id="${variableOf(name).toLowerCase()}"></a>`);
  }
  expect(await Bun.file(page).text()).toBe(text);
});

test('every example of a setting is valid', () => {
  for (const [name, { example }] of Object.entries(written)) {
    const env = { [variableOf(name)]: example };
    expect(() => loadConfig({ data: '/nowhere' }, env)).not.toThrow();
  }
});

test('the sample config.json is valid', async () => {
  const data = temporaryDirectory();
  await Bun.write(join(data, 'config.json'), JSON.stringify(sample));
  const read = loadConfig({ data }, {});
  removeDirectory(data);
  expect(read).toMatchObject({ publicUrl: sample.publicUrl, backupAt: '03:30', log: 'json' });
  expect(read.maxFileSize).toBe(500_000_000);
});
