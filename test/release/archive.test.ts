import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { type Entry, tarGz, zip } from '../../scripts/release/archive.ts';
import { archiveEntries } from '../../scripts/release/contents.ts';
import { targets } from '../../scripts/release/targets.ts';
import { unpack } from '../../src/release/unpack.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { needs } from '../support/machine/tools.ts';

const MADE_AT = 1_700_000_000;
const texts = { manual: '.TH INBOX 1\n', licences: 'Licences\n' };
const executable = new Uint8Array([0x7f, 0x45, 0x4c, 0x46]);
const [linux, windows] = [targets.at(0), targets.at(-1)];
if (!linux || !windows) throw new Error('There are no targets');

async function unpacked(bytes: Uint8Array, command: (file: string) => string[]) {
  const folder = temporaryDirectory();
  const file = join(folder, 'archive');
  await Bun.write(file, bytes);
  const child = Bun.spawnSync(command(file), { cwd: folder });
  expect([child.exitCode, child.stderr.toString()]).toEqual([0, '']);
  return folder;
}

test('produces the same bytes in whatever order its files come', async () => {
  const entries = archiveEntries(linux, executable, texts);
  const turned: Entry[] = [...entries].reverse();
  expect(await tarGz(turned, MADE_AT)).toEqual(await tarGz(entries, MADE_AT));
  expect(zip(turned, MADE_AT)).toEqual(zip(entries, MADE_AT));
});

test('contains executable, licences, manual, completions and unit, with one timestamp', async () => {
  const bytes = await tarGz(archiveEntries(linux, executable, texts), MADE_AT);
  const folder = await unpacked(bytes, (file) => ['tar', 'xzf', file]);
  const inside = join(folder, `inbox-${pkg.version}-linux-x64`);
  expect([...new Bun.Glob('**').scanSync(inside)].sort()).toEqual([
    'LICENSE',
    'THIRD-PARTY-LICENSES.txt',
    'completions/_inbox',
    'completions/inbox.bash',
    'completions/inbox.fish',
    'inbox',
    'inbox.1',
    'inbox.service',
  ]);
  expect(statSync(join(inside, 'inbox')).mode & 0o777).toBe(0o755);
  expect(statSync(join(inside, 'LICENSE')).mtimeMs).toBe(MADE_AT * 1000);
  const unit = await Bun.file(join(inside, 'inbox.service')).text();
  expect(unit).toContain('ExecStart=/usr/local/bin/inbox serve\n');
  removeDirectory(folder);
});

needs('python3')('contains a zip for Windows that Python can read', async () => {
  const bytes = zip(archiveEntries(windows, executable, texts), MADE_AT);
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip()); z.extractall()';
  const folder = await unpacked(bytes, (file) => ['python3', '-c', script, file]);
  const inside = join(folder, `inbox-${pkg.version}-windows-x64`);
  expect(await Bun.file(join(inside, 'inbox.exe')).bytes()).toEqual(executable);
  expect(await Bun.file(join(inside, 'THIRD-PARTY-LICENSES.txt')).text()).toBe(texts.licences);
  removeDirectory(folder);
});

test('is read by an upgrade on every system', async () => {
  const folder = temporaryDirectory();
  for (const target of [linux, windows]) {
    const entries = archiveEntries(target, executable, texts);
    const bytes = target === windows ? zip(entries, MADE_AT) : await tarGz(entries, MADE_AT);
    const [archive, part] = [join(folder, target.name), join(folder, `${target.name}.part`)];
    await Bun.write(archive, bytes);
    expect(await unpack(archive, target.name, part)).toBe(texts.manual);
    expect(await Bun.file(part).bytes()).toEqual(executable);
    const cut = bytes.subarray(0, bytes.length / 2);
    await Bun.write(archive, cut);
    await expect(unpack(archive, target.name, part)).rejects.toThrow();
  }
  removeDirectory(folder);
});
