import { expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteSettings } from '../../../src/core/audit/settings.ts';
import { entriesOf, faultOf } from '../../support/inbox/audit.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { removeDirectory, temporaryDirectory } from '../../support/machine/directory.ts';

function installPlugin(data: string, name: string, version: string) {
  const folder = join(data, 'plugins', name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name, displayName: name, version };
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(manifest));
}

test('records at start which plugins were added, changed or removed while the inbox was closed', async () => {
  const data = temporaryDirectory();
  let inbox = await testInbox({ data });
  const restart = async () => {
    inbox = await inbox.restart();
    const entries = await entriesOf(inbox, { action: ['plugins.changed'] });
    return entries.map(({ subject, detail }) => `${subject.name} ${detail.change}`);
  };
  installPlugin(data, 'chart', '1.0.0');
  expect(await restart()).toEqual(['chart added']);
  expect(await restart()).toEqual(['chart added']);
  installPlugin(data, 'chart', '1.1.0');
  installPlugin(data, 'map', '1.0.0');
  expect(await restart()).toEqual(['chart added', 'chart changed', 'map added']);
  rmSync(join(data, 'plugins', 'chart'), { recursive: true });
  expect((await restart()).slice(3)).toEqual(['chart removed']);
  expect(await faultOf(inbox)).toBeNull();
  await inbox.close();
  removeDirectory(data);
});

test('records settings that differ from the last start, without passwords', async () => {
  await using inbox = await testInbox();
  const noted = async (): Promise<object[]> =>
    (await entriesOf(inbox, { action: ['setting.changed'] })).map(({ subject, detail }) => ({
      name: `${subject.name}`,
      ...detail,
    }));
  await noteSettings(inbox, { port: 4600, publicUrl: null, corsOrigins: [] });
  expect(await noted()).toEqual([]);
  const publicUrl = 'https://ada:hunter2@inbox.example.com/';
  await noteSettings(inbox, { port: 4600, publicUrl, corsOrigins: ['https://one.example'] });
  await noteSettings(inbox, { port: 4600, publicUrl, corsOrigins: ['https://one.example'] });
  expect(await noted()).toEqual([
    { name: 'publicUrl', from: null, to: 'https://inbox.example.com/' },
    { name: 'corsOrigins', from: [], to: ['https://one.example'] },
  ]);
});
