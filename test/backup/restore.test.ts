import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createBackup } from '../../src/backup/create.ts';
import { MANIFEST, type Manifest } from '../../src/backup/manifest.ts';
import { restoreBackup, verifyBackup } from '../../src/backup/restore.ts';
import { InboxError } from '../../src/core/errors.ts';
import { lockDirectory } from '../../src/storage/sqlite/lock.ts';
import {
  described,
  fingerprint,
  type Packed,
  packed,
  repack,
  unpack,
} from '../support/backups/archives.ts';
import { givenFile } from '../support/inbox/files.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const quiet = () => {};
const home = temporaryDirectory();
const whole = join(home, 'whole.tar.gz');
const odd = join(home, 'odd.tar.gz');
let entries: Packed[];
let victim: TestInbox;

beforeAll(async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await inbox.send({ channelId, text: 'kept' });
  for (const text of ['one', 'two'.repeat(50_000)]) await givenFile(inbox, { channelId, text });
  mkdirSync(join(inbox.data, 'plugins/mine'), { recursive: true });
  writeFileSync(join(inbox.data, 'plugins/mine/plugin.json'), '{"name":"mine"}');
  writeFileSync(join(inbox.data, 'config.json'), '{"port":1}');
  await createBackup(inbox.data, whole, quiet);
  entries = await unpack(whole);
  victim = await testInbox();
  mkdirSync(join(victim.data, 'backups'));
  await givenFile(victim, { channelId: (await victim.channel()).id });
  await victim.close();
});

afterAll(async () => {
  await victim[Symbol.asyncDispose]();
  removeDirectory(home);
});

test('restores the database, files, plugins and settings and sets the previous data aside', async () => {
  await using inbox = await testInbox();
  await givenFile(inbox, { channelId: (await inbox.channel()).id, text: 'older' });
  await inbox.close();
  const before = fingerprint(inbox.data);
  const restored = await restoreBackup(inbox.data, whole, quiet);
  // A restore ends sessions in the database, and notes itself in it.
  const asTheyWere = without('inbox.db').slice(0, -1);
  for (const { header, bytes } of asTheyWere) {
    expect(readFileSync(join(inbox.data, header.name)).equals(bytes)).toBe(true);
  }
  const asideFiles = Object.values(fingerprint(restored?.aside ?? ''));
  expect(asideFiles).toEqual(Object.values(before));
  await using again = await inbox.restart();
  const texts = await again.store.read.selectFrom('messages').select('text').execute();
  expect(texts.map((row) => row.text)).toContain('kept');
});

test('refuses to restore while another process has the directory open', async () => {
  await using inbox = await testInbox();
  const before = fingerprint(inbox.data);
  const restoring = restoreBackup(inbox.data, whole, quiet);
  await expect(restoring).rejects.toThrow('is in use by a test');
  expect(fingerprint(inbox.data)).toEqual(before);
});

test('refuses to restore while a backup is being created', async () => {
  const making = lockDirectory(join(victim.data, 'backups'), 'inbox backup create', 0);
  const before = fingerprint(victim.data);
  const restoring = restoreBackup(victim.data, whole, quiet);
  await expect(restoring).rejects.toThrow('is in use by inbox backup create');
  making.release();
  expect(fingerprint(victim.data)).toEqual(before);
});

const fileOf = (all: Packed[]) => all.find(({ header }) => header.name.startsWith('files/'));
const without = (name: string) => entries.filter(({ header }) => header.name !== name);
const swapped = (name: string, bytes: Buffer) =>
  entries.map((one) => (one.header.name === name ? { ...one, bytes } : one));

function databaseAfter(sql: string): Buffer {
  const bytes = entries.find(({ header }) => header.name === 'inbox.db')?.bytes;
  const file = join(home, 'changed.db');
  writeFileSync(file, bytes ?? '');
  using db = new Database(file);
  db.run(sql);
  return readFileSync(file);
}

const added = (name: string, header = {}) =>
  described([...entries, packed(name, 'type' in header ? '' : 'x', header)]);

const refused: [what: string, archive: () => Packed[], says: string][] = [
  ['an entry above the directory', () => added('../x'), '“../x” does not belong'],
  ['a way up in the middle', () => added('plugins/../../x'), 'does not belong'],
  ['an absolute path', () => added('/etc/x'), 'does not belong'],
  ['a backslash', () => added('plugins\\..\\x'), 'does not belong'],
  ['a file of ours by another name', () => added('run.json'), 'does not belong'],
  ['a log for the database', () => added('inbox.db-wal'), 'does not belong'],
  [
    'a symbolic link',
    () => added('plugins/x', { type: 'symlink', linkname: '/etc' }),
    'is a symlink',
  ],
  ['a hard link', () => added('plugins/x', { type: 'link', linkname: '/etc/passwd' }), 'is a link'],
  ['a directory', () => added('plugins/x', { type: 'directory' }), 'is a directory'],
  ['an entry twice', () => [...entries.slice(0, -1), ...entries], 'twice'],
  ['no manifest', () => entries.slice(0, -1), 'the manifest at its end is missing'],
  ['something behind the manifest', () => [...entries, packed('config.json', '')], 'follows'],
  ['an entry less', () => without('config.json'), '“config.json” is missing'],
  ['the database is missing', () => described(without('inbox.db')), 'the database is missing'],
  [
    'an entry unknown to the manifest',
    () => [packed('plugins/x/y', ''), ...entries],
    'is not in the manifest',
  ],
  ['an altered entry', () => swapped('config.json', Buffer.from('{"port":2}')), 'altered'],
  ['another format', () => described(entries, { format: 2 }), 'format is 2'],
  [
    'a manifest that is no JSON',
    () => [...without(MANIFEST), packed(MANIFEST, '{')],
    'cannot be read',
  ],
  ['a manifest that is none', () => described(entries, { entries: 'all' }), 'cannot be read'],
  [
    'a file less than its database names',
    () => described(without(fileOf(entries)?.header.name ?? '')),
    'is missing',
  ],
  ['a database that is none', () => described(swapped('inbox.db', Buffer.from('x'))), 'database'],
  [
    'a newer database',
    () =>
      described(
        swapped('inbox.db', databaseAfter("insert into kysely_migration values ('9999_x', '')")),
      ),
    'a newer version wrote it (it has 9999_x)',
  ],
  [
    "somebody else's database",
    () => described(swapped('inbox.db', databaseAfter('drop table kysely_migration'))),
    'not an inbox database',
  ],
  [
    'a damaged database',
    () => {
      const bytes = databaseAfter('select 1');
      bytes.fill(7, bytes.length - 60_000, bytes.length - 20_000);
      return described(swapped('inbox.db', bytes));
    },
    'database',
  ],
];

test.each(refused)('refuses an archive with %s and changes nothing', async (_, make, says) => {
  await repack(odd, make());
  await refuses(says);
});

test.each([
  ['no gzip', 'a text'],
  ['empty', ''],
])('refuses a file that is %s and changes nothing', async (_, text) => {
  writeFileSync(odd, text);
  await refuses('Not a valid inbox backup');
});

async function refuses(says: string) {
  const before = fingerprint(victim.data);
  const error = await restoreBackup(victim.data, odd, quiet).catch((reason) => reason);
  expect(error).toBeInstanceOf(InboxError);
  expect(error.message).toContain(says);
  expect(fingerprint(victim.data)).toEqual(before);
}

test('refuses an archive truncated at any length', async () => {
  const bytes = readFileSync(whole);
  const lengths = fc.integer({ min: 0, max: bytes.length - 1 });
  await fc.assert(
    fc.asyncProperty(lengths, async (length) => {
      writeFileSync(odd, bytes.subarray(0, length));
      await expect(verifyBackup(odd, quiet)).rejects.toThrow(InboxError);
    }),
  );
});

test('refuses an archive with any byte changed, unless its content is the same', async () => {
  const bytes = readFileSync(whole);
  const { manifest } = await verifyBackup(whole, quiet);
  let refusals = 0;
  const places = fc.tuple(fc.noBias(fc.nat(bytes.length - 1)), fc.integer({ min: 1, max: 255 }));
  await fc.assert(
    fc.asyncProperty(places, async ([at, flip]) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ flip;
      writeFileSync(odd, changed);
      const found: Manifest | Error = await verifyBackup(odd, quiet).then(
        (verified) => verified.manifest,
        (error) => error,
      );
      if (found instanceof InboxError) refusals++;
      // The time in gzip's header has no meaning.
      else expect(found).toEqual(manifest);
    }),
    { numRuns: 200 },
  );
  expect(refusals).toBeGreaterThan(150);
});
