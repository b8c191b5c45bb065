/** Archives made to harm the person who restores them. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createBackup } from '../../src/backup/create.ts';
import { restoreBackup, verifyBackup } from '../../src/backup/restore.ts';
import { InboxError } from '../../src/core/errors.ts';
import {
  described,
  fingerprint,
  type Packed,
  packed,
  unpack,
} from '../support/backups/archives.ts';
import { endOfTar, paxEntry, rawArchive, rawEntry } from '../support/backups/raw-tar.ts';
import { givenFile } from '../support/inbox/files.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const quiet = () => {};
/** Everything an archive might reach: the directory `data`, and its siblings. */
const home = temporaryDirectory();
const data = join(home, 'data');
const canary = join(home, 'canary');
const archive = join(home, 'hostile.tar.gz');
let whole: Packed[];

beforeAll(async () => {
  const inbox = await testInbox({ data });
  await givenFile(inbox, { channelId: (await inbox.channel()).id });
  await inbox.close();
  writeFileSync(canary, 'alive');
  await createBackup(data, archive, quiet);
  whole = await unpack(archive);
});

afterAll(() => removeDirectory(home));

const raw = (entries: Packed[]) => entries.map(({ header, bytes }) => rawEntry(header, bytes));

/** A whole archive with some parts more, listed in its manifest as far as `listed` says. */
function withParts(parts: Buffer[], listed: Packed[] = [], changes: object = {}): Buffer {
  const reported = described([...whole, ...listed], changes).at(-1) as Packed;
  return rawArchive(...raw(whole.slice(0, -1)), ...parts, ...raw([reported]));
}

const entry = (name: string, text = 'x', header: object = {}) =>
  withParts([rawEntry({ name, ...header }, text)], [packed(name, text)]);

const twice = (one: string, other: string) =>
  withParts(
    [one, other].map((name) => rawEntry({ name }, 'x')),
    [packed(one, 'x'), packed(other, 'x')],
  );

/** An entry, and a file that it changes the meaning of. */
const before = (first: Buffer, name: string, text: string) =>
  withParts([first, rawEntry({ name }, text)], [packed(name, text)]);

const long = (path: string) =>
  withParts([paxEntry({ path }), rawEntry({ name: 'plugins/x' }, 'x')], [packed(path, 'x')]);

const tar = () => gunzipSync(rawArchive(...raw(whole)));
/** The base-256 form, with which a size may be negative. */
const negative = Buffer.alloc(12, 0xff).fill(0, 10);
const TERABYTES = 8 * 1024 ** 4;

const hostile: [what: string, make: () => Buffer, says: string | RegExp][] = [
  ['a path out of the directory', () => entry('plugins/../../canary'), 'does not belong'],
  ['an absolute path', () => entry(canary), 'does not belong'],
  [
    'a symbolic link, and a file through it',
    () =>
      before(
        rawEntry({ name: 'plugins/out', type: '2', linkname: home }),
        'plugins/out/canary',
        'dead',
      ),
    'is a symlink',
  ],
  [
    'a hard link, and a file through it',
    () =>
      before(rawEntry({ name: 'plugins/own', type: '1', linkname: canary }), 'plugins/own', 'dead'),
    'is a link',
  ],
  ['a device', () => withParts([rawEntry({ name: 'plugins/zero', type: '3' })]), 'device'],
  ['a pipe', () => withParts([rawEntry({ name: 'config.json', type: '6' })]), 'is a fifo'],
  [
    'a directory as its database',
    () => {
      const others = whole.slice(0, -1).filter(({ header }) => header.name !== 'inbox.db');
      return rawArchive(rawEntry({ name: 'inbox.db', type: '5' }), ...raw(described(others)));
    },
    'is a directory',
  ],
  ['its database twice', () => entry('inbox.db', 'another'), 'twice'],
  [
    'names that differ by case',
    () => twice('plugins/a/one', 'plugins/A/one'),
    'the same name on some',
  ],
  [
    'names that differ by how an accent is written',
    () => twice('plugins/\u00e9', 'plugins/e\u0301'),
    'the same name on some',
  ],
  ['a file for a directory', () => twice('plugins/a', 'plugins/a/one'), 'the same name on some'],
  [
    'a file larger than any disk',
    () => withParts([rawEntry({ name: 'plugins/bomb', size: TERABYTES }, 'x')]),
    /Not enough space for|it is damaged/,
  ],
  [
    'a size that its bytes are short of',
    () => withParts([rawEntry({ name: 'plugins/x', size: 1_000_000 }, 'x')]),
    'it is damaged',
  ],
  ['a negative size', () => entry('plugins/x', '', { size: negative }), 'it is damaged'],
  [
    'a header of which a byte is wrong',
    () => entry('plugins/x', 'x', { checksum: 1 }),
    'it is damaged',
  ],
  [
    'another path in an extended header',
    () => before(paxEntry({ path: '../canary' }), 'plugins/x', 'dead'),
    'does not belong',
  ],
  [
    'another size in an extended header',
    () => before(paxEntry({ size: '5120' }), 'plugins/x', 'x'),
    /manifest|altered|follows|damaged/,
  ],
  [
    'an extended header of gigabytes',
    () => withParts([rawEntry({ name: 'pax', type: 'x', size: 4 * 1024 ** 3 }, 'x')]),
    'it is damaged',
  ],
  ['a name that no file system takes', () => long(`plugins/${'x'.repeat(300)}`), 'does not belong'],
  [
    'a path that no file system takes',
    () => long(`plugins${'/x'.repeat(4000)}`),
    'does not belong',
  ],
  [
    'no manifest',
    () => rawArchive(...raw(whole.slice(0, -1))),
    'the manifest at its end is missing',
  ],
  ['a manifest of other bytes', () => withParts([], [packed('plugins/x', 'x')]), 'is missing'],
  [
    'a name of a setting that moves the cursor',
    () => withParts([], [], { leftOut: ['\u001b[2J'] }),
    'manifest',
  ],
  ['a manifest of a later format', () => withParts([], [], { format: 2 }), 'format is 2'],
  ['a file of ours that no backup holds', () => entry('run.json', '{}'), 'does not belong'],
  [
    'something behind its end',
    () => gzipSync(Buffer.concat([tar(), rawEntry({ name: 'config.json' }, '{}'), endOfTar])),
    'data follows the manifest',
  ],
  ['half of itself', () => gzipSync(tar()).subarray(0, 3000), /valid inbox backup/],
];

test.each(hostile)(
  'refuses an archive with %s in one sentence and writes nothing',
  async (_, make, says) => {
    writeFileSync(archive, make());
    const before = fingerprint(home);
    const looks = () => readdirSync(tmpdir()).filter((name) => name.startsWith('inbox-verify-'));
    const left = looks();
    const refusals = [
      await verifyBackup(archive, quiet).catch((error) => error),
      await restoreBackup(data, archive, quiet).catch((error) => error),
    ];
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(InboxError);
      expect(refusal.message).toMatch(says);
    }
    const unchanged = refusals.map(({ message }) => message.endsWith('; nothing was changed'));
    expect(unchanged).toEqual([false, true]);
    expect(fingerprint(home)).toEqual(before);
    expect(readdirSync(data).filter((name) => /^(restore|replaced)/.test(name))).toEqual([]);
    expect(looks().filter((name) => !left.includes(name))).toEqual([]);
    expect(readFileSync(canary, 'utf8')).toBe('alive');
  },
);
