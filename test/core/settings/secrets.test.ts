import { expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createBackup } from '../../../src/backup/create.ts';
import { restoreBackup } from '../../../src/backup/restore.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { openSecrets } from '../../../src/core/settings/secrets.ts';
import { listWays, setWay, type TryWay } from '../../../src/core/settings/settings.ts';
import { pushKeys } from '../../../src/ways/webpush/keys.ts';
import { unpack } from '../../support/backups/archives.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { recordingLog } from '../../support/inbox/log.ts';
import { removeDirectory, temporaryDirectory } from '../../support/machine/directory.ts';

const TOKEN = '7000001:AAbbCCddEEff_SECRET';
const nothing = async () => null;

const setBot = (inbox: TestInbox, telegramToken = TOKEN, tryWay: TryWay = nothing) =>
  setWay(inbox, inbox.owner, 'telegram', { telegramToken }, tryWay);

const telegram = async (inbox: TestInbox) =>
  (await listWays(inbox, inbox.owner)).find(({ kind }) => kind === 'telegram');

/** Opens an inbox in a directory for a while. */
async function during(
  data: string,
  work: (inbox: TestInbox) => Promise<void>,
  settings: Parameters<typeof testInbox>[0] = {},
): Promise<void> {
  const inbox = await testInbox({ data, ...settings });
  await work(inbox).finally(inbox.close);
}

/** Stores a key of push notifications as an earlier version did. */
const storeClear = (inbox: TestInbox, publicKey: string, privateKey: string) =>
  changeByItself(inbox, async ({ tx }) => {
    await tx
      .updateTable('push_keys')
      .set({ privateKey })
      .where('publicKey', '=', publicKey)
      .execute();
  });

/** All bytes of a directory. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, `${name}`))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

test('seals each secret under its own name, with a key of its own file', () => {
  const folder = temporaryDirectory();
  const path = join(folder, 'secrets.key');
  const one = openSecrets(path);
  expect(one.unseal('a', 'v1.0.0')).toEqual({ why: 'missing' });
  const sealed = one.seal('a', 'ä secret');
  expect(one.seal('a', 'ä secret')).not.toBe(sealed);
  expect(statSync(path)).toMatchObject({ size: 32 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(openSecrets(path).unseal('a', sealed)).toEqual({ text: 'ä secret' });
  const wrong = [
    openSecrets(path).unseal('b', sealed),
    openSecrets(path).unseal('a', `${sealed.slice(0, -2)}AA`),
    openSecrets(path).unseal('a', ''),
    openSecrets(join(folder, 'other.key')).unseal('a', sealed),
  ];
  expect(wrong).toEqual([{ why: 'other' }, { why: 'other' }, { why: 'other' }, { why: 'missing' }]);
  removeDirectory(folder);
});

const unusable: [what: string, spoil: (path: string) => void][] = [
  ['is cut short', (path) => writeFileSync(path, 'short')],
  ['is empty', (path) => writeFileSync(path, '')],
  [
    'is a directory',
    (path) => {
      rmSync(path);
      symlinkSync('/', path);
    },
  ],
];
test.each(unusable)('never replaces a key that %s', async (_, spoil) => {
  await using inbox = await testInbox();
  await setBot(inbox);
  spoil(inbox.secrets.path);
  const again = openSecrets(inbox.secrets.path);
  expect(again.unseal('a', 'v1.0.0')).toEqual({ why: 'unusable' });
  expect(() => again.seal('a', 'text')).toThrow('is not a key of 32 bytes');
});

const lost: [what: string, lose: (path: string) => void, says: string][] = [
  ['is lost', (path) => rmSync(path), 'The key of its secrets is missing: enter them again'],
  [
    "is another inbox's",
    (path) => writeFileSync(path, Buffer.alloc(32, 7)),
    'Its secrets were sealed with another key: enter them again',
  ],
  [
    'is cut short',
    (path) => writeFileSync(path, 'x'),
    'The key of its secrets cannot be read: put the right file at KEY, or remove it and enter them again',
  ],
];
test.each(lost)(
  'has a way off whose key %s, until its secret is entered again',
  async (_, lose, says) => {
    const data = temporaryDirectory();
    await during(data, async (inbox) => {
      await setBot(inbox);
      lose(inbox.secrets.path);
    });
    await during(data, async (inbox) => {
      const problem = says.replace('KEY', inbox.secrets.path);
      expect(await telegram(inbox)).toMatchObject({ works: false, problem });
      expect(inbox.ways.telegramToken).toBeNull();
      // Only the operator removes a file that is not a key.
      if (existsSync(inbox.secrets.path) && statSync(inbox.secrets.path).size < 32) {
        await expect(setBot(inbox)).rejects.toThrow('is not a key');
        rmSync(inbox.secrets.path);
      }
      await setBot(inbox);
      expect(await telegram(inbox)).toMatchObject({ works: true, problem: null });
    });
    removeDirectory(data);
  },
);

test('mends a key that others can read, and starts with one that is mounted read-only', async () => {
  const data = temporaryDirectory();
  await during(data, async (inbox) => {
    await setBot(inbox);
    chmodSync(inbox.secrets.path, 0o644);
  });
  const mounted = temporaryDirectory();
  await during(data, async (inbox) => {
    expect(statSync(inbox.secrets.path).mode & 0o777).toBe(0o600);
    writeFileSync(join(mounted, 'key'), readFileSync(inbox.secrets.path), { mode: 0o444 });
    rmSync(inbox.secrets.path);
  });
  const secretsKeyFile = join(mounted, 'key');
  await during(
    data,
    async (inbox) => {
      expect(await telegram(inbox)).toMatchObject({ works: true });
      expect(existsSync(join(data, 'secrets.key'))).toBe(false);
    },
    { secretsKeyFile },
  );
  symlinkSync(secretsKeyFile, join(data, 'secrets.key'));
  await during(data, async (inbox) => {
    expect(await telegram(inbox)).toMatchObject({ works: true });
  });
  expect(statSync(secretsKeyFile).mode & 0o777).toBe(0o444);
  for (const folder of [data, mounted]) removeDirectory(folder);
});

test('seals the key of push notifications, and leaves nothing of a clear one in any file', async () => {
  const data = temporaryDirectory();
  let clear = '';
  await during(data, async (inbox) => {
    const { publicKey, privateKey } = await pushKeys(inbox);
    expect(bytesIn(data)).not.toContain(privateKey);
    await storeClear(inbox, publicKey, privateKey);
    clear = privateKey;
    expect(bytesIn(data)).toContain(clear);
  });
  await during(data, async (inbox) => {
    expect((await pushKeys(inbox)).privateKey).toBe(clear);
    expect(bytesIn(data)).not.toContain(clear);
  });
  removeDirectory(data);
});

test('creates new keys of push notifications if the key of the secrets is lost, and keeps the former ones', async () => {
  const data = temporaryDirectory();
  const { log, lines } = recordingLog();
  const problem = async (inbox: TestInbox) =>
    (await listWays(inbox, inbox.owner)).find(({ kind }) => kind === 'webpush')?.problem;
  let first = '';
  let key = Buffer.alloc(0);
  await during(data, async (inbox) => {
    first = (await pushKeys(inbox)).publicKey;
    expect(await problem(inbox)).toBeNull();
    key = readFileSync(inbox.secrets.path);
    rmSync(inbox.secrets.path);
  });
  const says =
    'The key of its secrets is missing: open the inbox once in each browser that is notified';
  await during(
    data,
    async (inbox) => {
      expect(await problem(inbox)).toBe(says);
      expect(lines.map(({ way, msg }) => [way, msg])).toContainEqual(['Browser', says]);
      expect((await pushKeys(inbox)).publicKey).not.toBe(first);
      expect(await problem(inbox)).toBeNull();
      writeFileSync(inbox.secrets.path, key);
    },
    { log },
  );
  await during(data, async (inbox) => {
    expect((await pushKeys(inbox)).publicKey).toBe(first);
  });
  removeDirectory(data);
});

test('backs up an inbox of an earlier version without a clear key of push notifications', async () => {
  const [data, other] = [temporaryDirectory(), temporaryDirectory()];
  const archive = join(data, 'b.tar.gz');
  let clear = '';
  await during(data, async (inbox) => {
    const { publicKey, privateKey } = await pushKeys(inbox);
    await storeClear(inbox, publicKey, privateKey);
    clear = privateKey;
  });
  const inArchive = async () => (await unpack(archive)).map(({ bytes }) => bytes.includes(clear));
  await createBackup(data, archive, () => {});
  expect(await inArchive()).not.toContain(true);
  await restoreBackup(data, archive, () => {});
  await during(data, async (inbox) => {
    expect((await pushKeys(inbox)).privateKey).toBe(clear);
  });
  rmSync(archive);
  await during(other, async (inbox) => {
    const { publicKey } = await pushKeys(inbox);
    await storeClear(inbox, publicKey, clear);
    writeFileSync(inbox.secrets.path, 'short');
  });
  await createBackup(other, archive, () => {});
  expect(await inArchive()).not.toContain(true);
  for (const folder of [data, other]) removeDirectory(folder);
});

test('starts with a clear key of push notifications that cannot be sealed, and says so', async () => {
  const data = temporaryDirectory();
  const { log, lines } = recordingLog();
  let clear = '';
  await during(data, async (inbox) => {
    const { publicKey, privateKey } = await pushKeys(inbox);
    await storeClear(inbox, publicKey, privateKey);
    clear = privateKey;
    writeFileSync(inbox.secrets.path, 'short');
  });
  await during(
    data,
    async (inbox) => {
      expect((await pushKeys(inbox)).privateKey).toBe(clear);
      expect(lines.map(({ msg }) => msg)).toContain(
        'the key of push notifications cannot be sealed',
      );
      expect(JSON.stringify(lines)).not.toContain(clear);
    },
    { log },
  );
  removeDirectory(data);
});

test('has neither the key nor a secret setting in a backup, unless it is asked for', async () => {
  const data = temporaryDirectory();
  const config = { ntfyUrl: 'https://ntfy.example', ntfyToken: 'tk_SECRET', port: 4601 };
  writeFileSync(join(data, 'config.json'), JSON.stringify(config));
  const [without, withKey] = [join(data, 'a.tar.gz'), join(data, 'b.tar.gz')];
  await during(data, async (inbox) => {
    await setBot(inbox);
    const made = await createBackup(data, without, () => {});
    expect(made.manifest.leftOut).toEqual(['ntfyToken']);
    expect(made.manifest.entries.map(({ path }) => path)).not.toContain('secrets.key');
    const whole = await createBackup(data, withKey, () => {}, { withSecrets: true });
    expect(whole.manifest.entries.map(({ path }) => path)).toContain('secrets.key');
  });
  // This machine keeps its key, and the settings that the backup lacks.
  expect(await restoreBackup(data, without, () => {})).toMatchObject({ missing: [] });
  expect(JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))).toEqual(config);
  await during(data, async (inbox) => {
    expect(await telegram(inbox)).toMatchObject({ works: true });
  });
  const elsewhere = temporaryDirectory();
  const restored = await restoreBackup(elsewhere, without, () => {});
  expect(restored?.missing).toEqual(['ntfyToken']);
  const unpacked = bytesIn(elsewhere);
  expect([unpacked.includes('tk_SECRET'), unpacked.includes('AAbbCC')]).toEqual([false, false]);
  await during(elsewhere, async (inbox) => {
    expect(await telegram(inbox)).toMatchObject({ works: false, problem: expect.any(String) });
  });
  await restoreBackup(elsewhere, withKey, () => {});
  await during(elsewhere, async (inbox) => {
    expect(await telegram(inbox)).toMatchObject({ works: true });
    expect(inbox.ways.telegramToken).toBe(TOKEN);
  });
  for (const folder of [data, elsewhere]) removeDirectory(folder);
});

const configs: [what: string, there: object, here: object, filled: object, missing: string[]][] = [
  [
    'of the same server',
    { ntfyUrl: 'https://a.example', ntfyToken: 'tk_1' },
    { ntfyUrl: 'https://a.example', ntfyToken: 'tk_2' },
    { ntfyUrl: 'https://a.example', ntfyToken: 'tk_2' },
    [],
  ],
  [
    'of another server',
    { ntfyUrl: 'https://a.example', ntfyToken: 'tk_1', telegramToken: '1:a' },
    { ntfyUrl: 'https://b.example', ntfyToken: 'tk_2', telegramToken: '2:b' },
    { ntfyUrl: 'https://a.example', telegramToken: '2:b' },
    ['ntfyToken'],
  ],
  ['of nothing', { token: 'hu_1', apiKey: 'hp_1', port: 1 }, {}, { port: 1 }, ['token', 'apiKey']],
  [
    'of another inbox',
    { url: 'https://a.example', token: 'hu_1' },
    { token: 'hu_2' },
    { url: 'https://a.example' },
    ['token'],
  ],
];
test.each(configs)(
  'restores config.json without its secrets beside one %s, and names what is missing',
  async (_, there, here, filled, missing) => {
    const [data, other] = [temporaryDirectory(), temporaryDirectory()];
    // Some editors begin a file with a byte order mark.
    writeFileSync(join(data, 'config.json'), `\ufeff${JSON.stringify(there)}`);
    writeFileSync(join(other, 'config.json'), JSON.stringify(here));
    await during(data, async () => {
      await createBackup(data, join(other, 'b.tar.gz'), () => {});
    });
    const restored = await restoreBackup(other, join(other, 'b.tar.gz'), () => {});
    expect(restored?.missing).toEqual(missing);
    expect(JSON.parse(readFileSync(join(other, 'config.json'), 'utf8'))).toEqual(filled);
    for (const folder of [data, other]) removeDirectory(folder);
  },
);

test('sets the key aside that another one from a backup replaces', async () => {
  const [data, other] = [temporaryDirectory(), temporaryDirectory()];
  const archive = join(other, 'b.tar.gz');
  await during(data, async (inbox) => {
    await setBot(inbox);
    await createBackup(data, archive, () => {}, { withSecrets: true });
  });
  writeFileSync(join(other, 'secrets.key'), Buffer.alloc(32, 7));
  const restored = await restoreBackup(other, archive, () => {});
  expect(readFileSync(restored?.formerKey ?? '')).toEqual(Buffer.alloc(32, 7));
  await during(other, async (inbox) => {
    expect(inbox.ways.telegramToken).toBe(TOKEN);
  });
  expect(await restoreBackup(other, archive, () => {})).toMatchObject({ formerKey: null });
  for (const folder of [data, other]) removeDirectory(folder);
});

test('has what the environment sets in force, and the values of the page again without it', async () => {
  const data = temporaryDirectory();
  await during(data, async (inbox) => {
    await setBot(inbox);
  });
  const ways = { telegramToken: '8:other' };
  await during(
    data,
    async (inbox) => {
      expect(inbox.ways.telegramToken).toBe('8:other');
      expect(await telegram(inbox)).toMatchObject({ from: 'environment' });
      await expect(setBot(inbox)).rejects.toMatchObject({ code: 'conflict' });
    },
    { ways },
  );
  await during(data, async (inbox) => {
    expect(inbox.ways.telegramToken).toBe(TOKEN);
  });
  removeDirectory(data);
});

test('saves nothing of two owners who change a way at the same time, but one', async () => {
  await using inbox = await testInbox();
  await setBot(inbox);
  const tokens = ['8:first', '9:second'];
  const { promise: haveBothRead, resolve } = Promise.withResolvers<void>();
  let read = 0;
  const tryTogether: TryWay = async () => {
    if (++read === 2) resolve();
    await haveBothRead;
    return null;
  };
  const both = await Promise.allSettled(tokens.map((token) => setBot(inbox, token, tryTogether)));
  const saved = tokens.filter((_, at) => both[at]?.status === 'fulfilled');
  expect(saved).toEqual([inbox.ways.telegramToken ?? '']);
});
