/** `inbox upgrade`: the executable that was built replaces itself, from a server on loopback. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { tarGz } from '../../scripts/release/archive.ts';
import { archiveEntries, imageEntries, packageEntries } from '../../scripts/release/contents.ts';

import { targets } from '../../scripts/release/targets.ts';
import { archiveFile, SIGNATURE } from '../../src/release/manifest.ts';
import { systemHere } from '../../src/release/system.ts';
import { findRun } from '../../src/run-file.ts';
import { built as builtOnly } from '../support/machine/built.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { eventually } from '../support/reach/eventually.ts';
import { cut, halved, releaseServer, stalling } from '../support/release/release-server.ts';
import { type Files, newKey, releaseOf } from '../support/release/signed.ts';

const executable = process.env.INBOX_TEST_EXECUTABLE ?? '';
const folder = temporaryDirectory();
const system = systemHere();
const releases: Record<string, Files> = {};
let foreign: Files = {};
let key = '';

beforeAll(async () => {
  const own = newKey(folder, 'own');
  key = own.key;
  await Bun.write(join(folder, 'signers'), own.signers);
  for (const version of ['0.0.9', '0.2.0']) {
    releases[version] = await releaseOf(version, await archiveOf(version), key);
  }
  foreign = await releaseOf('0.3.0', await archiveOf('0.3.0'), newKey(folder, 'foreign').key);
});
afterAll(() => removeDirectory(folder));

/** The executable of another version is a script that prints it. */
async function archiveOf(version: string, print = `echo ${version}`): Promise<Files> {
  const entries = [
    { path: `inbox-${version}-${system}/inbox`, text: `#!/bin/sh\n${print}\n`, mode: 0o755 },
    { path: `inbox-${version}-${system}/completions/inbox`, text: 'complete\n', mode: 0o644 },
    { path: `inbox-${version}-${system}/inbox.1`, text: `.TH ${version}\n`, mode: 0o644 },
  ].map(({ text, ...rest }) => ({ ...rest, bytes: new TextEncoder().encode(text) }));
  return { [archiveFile(version, system)]: await tarGz(entries, 1_700_000_000) };
}

/** An installation with its data, as `install.sh` leaves it. */
function installation(at = 'usr') {
  const home = temporaryDirectory();
  const [prefix, data] = [join(home, at), join(home, 'data')];
  const file = join(prefix, 'bin/inbox');
  const manual = join(prefix, 'share/man/man1/inbox.1');
  for (const one of [file, manual]) mkdirSync(dirname(one), { recursive: true });
  copyFileSync(executable, file);
  const env = { HOME: home, INBOX_DATA: data, PATH: '/usr/bin:/bin' };
  return {
    home,
    prefix,
    data,
    file,
    manual,
    start: (args: string[], more: Record<string, string> = {}) =>
      Bun.spawn([file, ...args], { env: { ...env, ...more }, stdout: 'pipe', stderr: 'pipe' }),
    async run(args: string[], url?: string, more: Record<string, string> = {}) {
      const release = url && { INBOX_RELEASE_URL: url };
      const child = this.start(args, {
        INBOX_RELEASE_SIGNERS: join(folder, 'signers'),
        ...release,
        ...more,
      });
      const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
      const [stdout = '', stderr = ''] = await Promise.all(texts);
      return { code: await child.exited, stdout, stderr };
    },
    isSame: () => readFileSync(file).equals(readFileSync(executable)),
    besides: () => readdirSync(dirname(file)).filter((name) => name !== 'inbox'),
    backups: () =>
      readdirSync(data).includes('backups')
        ? readdirSync(join(data, 'backups')).filter((name) => name.endsWith('.tar.gz'))
        : [],
    [Symbol.dispose]: () => removeDirectory(home),
  };
}

builtOnly(
  'installs a newer release in its own place, after a backup, and names what to restart',
  async () => {
    await using server = await releaseServer(releases);
    using here = installation();
    await Bun.write(here.manual, `.TH ${pkg.version}\n`);
    await here.run(['channel', 'create', 'deploys']);
    const serving = here.start(['serve', '--port', '0']);
    await eventually(() => findRun(here.data) !== null);
    const { code, stdout, stderr } = await here.run(['upgrade'], server.url);
    expect([code, stdout]).toEqual([0, '']);
    const [backup] = here.backups();
    expect(stderr).toContain(`Backup: ${join(here.data, 'backups', `${backup}`)}\n`);
    expect(stderr).toContain(
      `${here.file} is 0.2.0 now; it was ${pkg.version}.\nRestart the inbox`,
    );
    expect(stderr).toEndWith(`Until then, process ${serving.pid} is ${pkg.version}.\n`);
    expect([(await here.run(['--version'])).stdout, here.besides()]).toEqual(['0.2.0\n', []]);
    expect(readFileSync(here.manual, 'utf8')).toBe('.TH 0.2.0\n');
    expect(serving.exitCode).toBeNull();
    serving.kill();
    expect(await serving.exited).toBe(0);
    const verified = Bun.spawnSync([
      executable,
      'backup',
      'verify',
      join(here.data, 'backups', `${backup}`),
    ]);
    expect(verified.stderr.toString()).toStartWith('Backup OK');
  },
);

builtOnly('says which release is the newest with --check, and changes nothing', async () => {
  await using server = await releaseServer(releases);
  using here = installation();
  expect(await here.run(['upgrade', '--check'], server.url)).toEqual({
    code: 0,
    stdout: `0.2.0 of 2026-01-02 is available; this is ${pkg.version}.\n`,
    stderr: 'Upgrade with `inbox upgrade`.\n',
  });
  expect(JSON.parse((await here.run(['upgrade', '--check', '--json'], server.url)).stdout)).toEqual(
    {
      installed: pkg.version,
      newest: '0.2.0',
      date: '2026-01-02T03:04:05.000Z',
      newer: true,
      installer: null,
      command: 'inbox upgrade',
    },
  );
  expect([here.isSame(), here.besides()]).toEqual([true, []]);
  expect(server.asked.some((path) => path.endsWith('.tar.gz'))).toBe(false);
});

builtOnly('installs the same or an older release only with --allow-downgrade', async () => {
  const same = await releaseOf(pkg.version, await archiveOf(pkg.version), key);
  await using equal = await releaseServer({ [pkg.version]: same });
  await using older = await releaseServer({ '0.0.9': releases['0.0.9'] ?? {} });
  using here = installation();
  const current = await here.run(['upgrade'], equal.url);
  expect([current.code, current.stderr]).toEqual([
    0,
    `${pkg.version} is the newest release. --allow-downgrade installs it again.\n`,
  ]);
  const refused = await here.run(['upgrade'], older.url);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `error: The newest release is 0.0.9, which is older than this inbox, ${pkg.version}. --allow-downgrade installs it. Nothing was changed\n`,
  ]);
  expect(here.isSame()).toBe(true);
  const lowered = await here.run(['upgrade', '--allow-downgrade', '--json'], older.url);
  expect(lowered.code).toBe(0);
  expect(JSON.parse(lowered.stdout)).toEqual({
    executable: here.file,
    from: pkg.version,
    to: '0.0.9',
    backup: null,
    restart: null,
  });
  expect((await here.run(['--version'])).stdout).toBe('0.0.9\n');
});

builtOnly(
  'installs the executable that was built from the archive of a release',
  async () => {
    const target = targets.find(({ name }) => name === system);
    if (!target) throw new Error(`No release for ${system}`);
    const texts = { manual: '.TH INBOX 1\n', licences: 'Licences\n' };
    const entries = archiveEntries(target, await Bun.file(executable).bytes(), texts);
    const archives = { [archiveFile(pkg.version, system)]: await tarGz(entries, 1_700_000_000) };
    await using server = await releaseServer({
      [pkg.version]: await releaseOf(pkg.version, archives, key),
    });
    using here = installation();
    const { code, stderr } = await here.run(['upgrade', '--allow-downgrade'], server.url);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`is ${pkg.version} now`)]);
    expect([here.isSame(), here.besides()]).toEqual([true, []]);
  },
  60_000,
);

type Fault = { serve: Parameters<typeof releaseServer>; says: string };

const faults: Record<string, () => Fault | Promise<Fault>> = {
  "another key's signature": () => ({
    serve: [{ '0.3.0': foreign }],
    says: '/latest/download/manifest.json is not signed with a key of the inbox',
  }),
  'the signature of another manifest': () => {
    const signature = releases['0.0.9']?.[SIGNATURE] ?? new Uint8Array();
    return {
      serve: [{ '0.2.0': { ...releases['0.2.0'], [SIGNATURE]: signature } }],
      says: 'is not signed with a key of the inbox',
    };
  },
  'a release without a signature': () => {
    const { [SIGNATURE]: _, ...unsigned } = releases['0.2.0'] ?? {};
    return { serve: [{ '0.2.0': unsigned }], says: 'manifest.json.sig answered 404' };
  },
  'an archive with another checksum': async () => ({
    serve: [{ '0.2.0': { ...releases['0.2.0'], ...(await archiveOf('0.2.0', 'echo other')) } }],
    says: 'is not what the manifest lists: it was cut or changed on its way',
  }),
  'an archive that was cut': () => ({
    serve: [releases, cut],
    says: '.tar.gz cannot be fetched (',
  }),
  'an archive that was cut unnoticed': () => ({
    serve: [releases, halved],
    says: 'is not what the manifest lists: it was cut or changed on its way',
  }),
  'a release for other systems': async () => ({
    serve: [{ '0.4.0': await releaseOf('0.4.0', { 'other.tar.gz': new Uint8Array(1) }, key) }],
    says: `The release 0.4.0 has no file for ${system}`,
  }),
  'an executable that does not run here': async () => ({
    serve: [
      {
        '0.4.0': await releaseOf(
          '0.4.0',
          await archiveOf('0.4.0', 'echo GLIBC_2.99 >&2; exit 1'),
          key,
        ),
      },
    ],
    says: 'The executable of 0.4.0 does not run here: GLIBC_2.99',
  }),
};

for (const [fault, given] of Object.entries(faults)) {
  builtOnly(`changes nothing after ${fault}, and makes no backup`, async () => {
    const { serve, says } = await given();
    await using server = await releaseServer(...serve);
    using here = installation();
    await here.run(['channel', 'create', 'deploys']);
    const { code, stdout, stderr } = await here.run(['upgrade'], server.url);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toStartWith('error: ');
    expect(stderr).toContain(says);
    expect([here.isSame(), here.besides(), here.backups()]).toEqual([true, [], []]);
  });
}

builtOnly('says in one sentence that there is no network, no address, and no key', async () => {
  using here = installation();
  const away = await here.run(['upgrade'], 'http://127.0.0.1:1');
  expect(away).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^error: \S+\/manifest\.json\S* cannot be fetched \(ECONNREFUSED\): check the network\n$/,
    ),
  });
  expect((await here.run(['upgrade', '--check'])).stderr).toBe(
    'error: Releases have no address yet: install a newer archive over this one, or set INBOX_RELEASE_URL\n',
  );
  const none = await here.run(['upgrade'], 'http://127.0.0.1:1', { INBOX_RELEASE_SIGNERS: '' });
  expect(none.stderr).toBe(
    'error: This inbox knows no key that signs releases: set INBOX_RELEASE_SIGNERS to a file that has one\n',
  );
  const missing = await here.run(['upgrade'], 'http://127.0.0.1:1', {
    INBOX_RELEASE_SIGNERS: '/nowhere',
  });
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('error: INBOX_RELEASE_SIGNERS cannot be read'),
  ]);
});

builtOnly('changes nothing where no backup can be created, or where it may not write', async () => {
  await using server = await releaseServer(releases);
  using here = installation();
  mkdirSync(here.data);
  await Bun.write(join(here.data, 'inbox.db'), 'x'.repeat(10_000));
  const { code, stderr } = await here.run(['upgrade'], server.url);
  expect([code, stderr]).toEqual([1, expect.stringContaining('error: ')]);
  expect([here.isSame(), here.besides(), here.backups()]).toEqual([true, [], []]);
  for (const one of [here.home, folder]) chmodSync(one, 0o755);
  chmodSync(dirname(here.file), 0o555);
  const as = process.getuid?.() === 0 ? ['setpriv', '--reuid', '65534', '--clear-groups'] : [];
  const child = Bun.spawn([...as, here.file, 'upgrade'], {
    env: {
      PATH: '/usr/bin:/bin',
      HOME: here.home,
      INBOX_RELEASE_URL: server.url,
      INBOX_RELEASE_SIGNERS: join(folder, 'signers'),
    },
    stderr: 'pipe',
  });
  expect([await new Response(child.stderr).text(), await child.exited]).toEqual([
    `error: ${dirname(here.file)} cannot be written to: run this as its owner, as with sudo\n`,
    1,
  ]);
});

builtOnly('leaves nothing beside itself when it is interrupted', async () => {
  const { answer, reached } = stalling();
  await using server = await releaseServer(releases, answer);
  using here = installation();
  const running = here.run(['upgrade'], server.url);
  await reached;
  await eventually(() => here.besides().length > 0);
  const [name = ''] = here.besides();
  process.kill(Number(/\.(\d+)\./.exec(name)?.[1]), 'SIGINT');
  expect([(await running).code, here.besides(), here.isSame()]).toEqual([130, [], true]);
});

/** Where each tool puts the executable, and what it has in it. */
const tools: Record<
  string,
  { at: string; entries?: typeof imageEntries; says: string; command: string }
> = {
  npm: {
    at: 'lib/node_modules/@scope/linux-x64',
    says: 'npm installed this inbox.',
    command: 'npm install --global',
  },
  Homebrew: {
    at: 'opt/homebrew/Cellar/agent-inbox/0.1.0',
    says: 'Homebrew installed this inbox.',
    command: 'brew upgrade agent-inbox',
  },
  'a Debian package': {
    at: 'usr',
    entries: packageEntries,
    says: 'A Debian package installed this inbox.',
    command: 'sudo dpkg -i agent-inbox_VERSION_ARCHITECTURE.deb',
  },
  'an image': {
    at: 'usr',
    entries: imageEntries,
    says: 'This inbox is in an image.',
    command: 'docker',
  },
};

for (const [tool, { at, entries = () => [], says, command }] of Object.entries(tools)) {
  builtOnly(`names the command of ${tool} that installed it, and changes nothing`, async () => {
    await using server = await releaseServer(releases);
    using here = installation(at);
    const notes = entries(new Uint8Array(), { manual: '', licences: '' });
    for (const { path, bytes } of notes.filter((one) => one.path.endsWith('/installed-by'))) {
      await Bun.write(join(here.home, path), bytes);
    }
    // Package managers start it by a link.
    const link = join(here.home, 'inbox');
    symlinkSync(here.file, link);
    const env = { INBOX_RELEASE_URL: server.url, INBOX_DATA: here.data, HOME: here.home };
    const { exitCode, stderr } = Bun.spawnSync([link, 'upgrade'], { env });
    expect(exitCode).toBe(1);
    expect(stderr.toString()).toStartWith(`error: ${says} Upgrade it with \`${command}`);
    expect(stderr.toString()).toEndWith('`. Nothing was changed\n');
    expect([here.isSame(), server.asked]).toEqual([true, []]);
    const checked = await here.run(['upgrade', '--check'], server.url);
    expect([checked.code, checked.stdout, checked.stderr]).toEqual([
      0,
      `0.2.0 of 2026-01-02 is available; this is ${pkg.version}.\n`,
      expect.stringContaining(`Upgrade with \`${command}`),
    ]);
  });
}

test('names `git pull` in a checkout', async () => {
  const child = Bun.spawn([join(import.meta.dir, '../../bin/inbox'), 'upgrade'], {
    stderr: 'pipe',
  });
  expect([await new Response(child.stderr).text(), await child.exited]).toEqual([
    'error: This inbox runs from a checkout. Upgrade it with `git pull`. Nothing was changed\n',
    1,
  ]);
});
