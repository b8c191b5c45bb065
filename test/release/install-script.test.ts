/** install.sh against a server on loopback. The executables in its archives are scripts that print a version. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tarGz } from '../../scripts/release/archive.ts';
import { installScript } from '../../scripts/release/install-scripts.ts';
import { isWindows, targets } from '../../scripts/release/targets.ts';
import { archiveFile, MANIFEST, SIGNATURE } from '../../src/release/manifest.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { needs } from '../support/machine/tools.ts';
import { cut, halved, releaseServer, stalling } from '../support/release/release-server.ts';
import { type Files, newKey, releaseOf } from '../support/release/signed.ts';

const folder = temporaryDirectory();
chmodSync(folder, 0o755);
const unix = targets.filter((one) => !isWindows(one));
const releases: Record<string, Files> = {};
let signers = '';
let foreign: Files = {};

beforeAll(async () => {
  const own = newKey(folder, 'own');
  signers = own.signers;
  for (const version of ['0.1.0', '0.2.0']) {
    releases[version] = await releaseOf(version, await archivesOf(version), own.key);
  }
  foreign = await releaseOf('0.3.0', await archivesOf('0.3.0'), newKey(folder, 'foreign').key);
});
afterAll(() => removeDirectory(folder));

async function archivesOf(version: string, print = `echo ${version}`): Promise<Files> {
  const archives = unix.map(async ({ name }) => {
    const entry = (file: string, text: string, mode: number) => ({
      path: `inbox-${version}-${name}/${file}`,
      bytes: new TextEncoder().encode(text),
      mode,
    });
    const program = `#!/bin/sh\n# ${name}\n# ${'x'.repeat(4000)}\n${print}\n`;
    const entries = [entry('inbox', program, 0o755), entry('inbox.1', `.TH ${version}\n`, 0o644)];
    return [archiveFile(version, name), await tarGz(entries, 1_700_000_000)] as const;
  });
  return Object.fromEntries(await Promise.all(archives));
}

const every = [
  'cat',
  'sed',
  'grep',
  'awk',
  'cp',
  'mv',
  'rm',
  'mkdir',
  'chmod',
  'id',
  'dirname',
  'mktemp',
];
const tools = [...every, 'sh', 'cut', 'ls', 'tar', 'gzip', 'uname', 'ldd', 'sha256sum'];
type Ways = { as?: string[]; shell?: string[]; trusts?: string };
let places = 0;

/** A place to install to, with a PATH of which each program is chosen. */
function place(programs: Record<string, string> | string[] = [...tools, 'curl', 'ssh-keygen']) {
  const home = join(folder, `place-${places++}`);
  const [path, tmp] = [join(home, 'path'), join(home, 'tmp')];
  for (const one of [path, tmp]) mkdirSync(one, { recursive: true });
  const found = Array.isArray(programs)
    ? programs.map((name) => [name, Bun.which(name) ?? ''])
    : Object.entries(programs);
  for (const [name = '', target = ''] of found) symlinkSync(target, join(path, name));
  const prefix = join(home, 'prefix');
  const start = (
    url: string,
    args: string[] = [],
    { as = [], shell = ['sh'], trusts = signers }: Ways = {},
  ) =>
    Bun.spawn([...as, ...shell, '-s', '--', '--prefix', prefix, ...args], {
      cwd: home,
      env: { PATH: path, HOME: home, TMPDIR: tmp, INBOX_RELEASE_URL: url },
      stdin: new TextEncoder().encode(installScript('install.sh', '', trusts)),
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    });
  return {
    home,
    path,
    prefix,
    start,
    async run(...given: Parameters<typeof start>) {
      const child = start(...given);
      const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
      const [stdout = '', stderr = ''] = await Promise.all(texts);
      return { code: await child.exited, stdout, stderr };
    },
    /** Everything below the prefix. */
    files: () => readdirSync(prefix, { recursive: true }).map(String).sort(),
    /** Temporary files that the script has left. */
    left: () => readdirSync(tmp),
    text: (file: string) => readFileSync(join(prefix, file), 'utf8'),
  };
}

const installed = [
  'bin',
  'bin/inbox',
  'share',
  'share/man',
  'share/man/man1',
  'share/man/man1/inbox.1',
];
const WAS_CHECKED = 'The signature of the release was checked. The checksum was checked.\n';

needs('curl', 'ssh-keygen')(
  'installs the newest release, and says what it did and what is next',
  async () => {
    await using server = await releaseServer(releases);
    const here = place();
    const { code, stdout, stderr } = await here.run(server.url);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `Installed inbox 0.2.0 as ${here.prefix}/bin/inbox.\n${WAS_CHECKED}${here.prefix}/bin is not in your PATH. Add it: export PATH="${here.prefix}/bin:$PATH"\nNext: inbox serve\nIt starts the server and prints a link to set a password.\n`,
    );
    expect([here.files(), here.left()]).toEqual([installed, []]);
    expect(here.text('share/man/man1/inbox.1')).toBe('.TH 0.2.0\n');
  },
);

const shells = ['dash', 'bash', 'zsh --emulate sh', 'busybox sh'].map((line) => line.split(' '));
for (const shell of shells) {
  const isHere = Bun.which(shell[0] ?? '') !== null;
  const promise = `installs and replaces a release in ${shell.join(' ')}`;
  (isHere ? test : test.skip)(promise, async () => {
    await using server = await releaseServer(releases);
    const here = place([...tools, 'curl', 'ssh-keygen', shell[0] ?? '']);
    expect(await here.run(server.url, ['--version', '0.1.0'], { shell })).toMatchObject({
      code: 0,
    });
    const { code, stdout, stderr } = await here.run(server.url, [], { shell });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toStartWith(
      `Installed inbox 0.2.0 as ${here.prefix}/bin/inbox; before, it was 0.1.0.\n${WAS_CHECKED}`,
    );
    expect(stdout).toContain('Next: restart the inbox if it is running.');
    expect([here.files(), here.left()]).toEqual([installed, []]);
  });
}

needs('busybox', 'ssh-keygen')('installs with the tools of busybox alone', async () => {
  await using server = await releaseServer(releases);
  const busybox = Bun.which('busybox') ?? '';
  const all = Object.fromEntries(
    [...tools, 'wget'].filter((one) => one !== 'ldd').map((one) => [one, busybox]),
  );
  const here = place({ ...all, 'ssh-keygen': Bun.which('ssh-keygen') ?? '' });
  const { code, stdout, stderr } = await here.run(server.url);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(WAS_CHECKED);
});

needs('wget', 'ssh-keygen')(
  'installs with wget, and gives up what is cut, without curl',
  async () => {
    const here = place([...tools, 'wget', 'ssh-keygen']);
    await using cutting = await releaseServer(releases, cut);
    const { code, stderr } = await here.run(cutting.url);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('could not be downloaded; nothing was changed'),
    ]);
    await using server = await releaseServer(releases);
    expect(await here.run(server.url)).toMatchObject({ code: 0, stderr: '' });
  },
);

needs('curl')(
  'says that the signature was not checked without ssh-keygen, with one that is too old, or without a key',
  async () => {
    await using server = await releaseServer({ '0.3.0': foreign });
    const here = place([...tools, 'curl']);
    const { code, stdout } = await here.run(server.url);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        'The signature of the release was not checked: ssh-keygen is not installed. The checksum was checked.\n',
      ),
    ]);
    const old = place([...tools, 'curl']);
    await Bun.write(
      join(old.path, 'ssh-keygen'),
      '#!/bin/sh\necho "unknown option -- Y" >&2\nexit 1\n',
    );
    chmodSync(join(old.path, 'ssh-keygen'), 0o755);
    expect((await old.run(server.url)).stdout).toContain(
      'The signature of the release was not checked: this ssh-keygen is too old.',
    );
  },
);

needs('curl', 'ssh-keygen')(
  'chooses the archive of the system, its processor and its C library',
  async () => {
    await using server = await releaseServer(releases);
    const systems = {
      'linux-x64': ['Linux', 'x86_64', 'ldd (GNU libc) 2.36'],
      'linux-arm64': ['Linux', 'aarch64', 'ldd (GNU libc) 2.36'],
      'linux-x64-musl': ['Linux', 'x86_64', 'musl libc (x86_64)'],
      'linux-arm64-musl': ['Linux', 'aarch64', 'musl libc (aarch64)'],
      'macos-arm64': ['Darwin', 'arm64', ''],
      'macos-x64': ['Darwin', 'x86_64', ''],
    };
    for (const [system, [name, machine, libc]] of Object.entries(systems)) {
      const here = place([
        ...tools.filter((one) => one !== 'uname' && one !== 'ldd'),
        'curl',
        'ssh-keygen',
      ]);
      const programs = {
        uname: `case $1 in -s) echo ${name} ;; -m) echo ${machine} ;; esac`,
        // As musl's does it.
        ldd: `echo '${libc}' >&2; exit 1`,
        sysctl: 'echo 0',
      };
      for (const [file, text] of Object.entries(programs)) {
        await Bun.write(join(here.path, file), `#!/bin/sh\n${text}\n`);
        chmodSync(join(here.path, file), 0o755);
      }
      expect([system, await here.run(server.url)]).toEqual([
        system,
        expect.objectContaining({ code: 0 }),
      ]);
      expect(here.text('bin/inbox')).toContain(`# ${system}\n`);
    }
  },
);

type Fault = { serve?: Parameters<typeof releaseServer>; args?: string[]; says: string };

/** Everything that must leave an installation as it was, byte for byte. */
const faults: Record<string, () => Fault | Promise<Fault>> = {
  'an archive with another checksum': () => {
    const name = archiveFile('0.2.0', 'linux-x64');
    const other = { ...releases['0.2.0'], [name]: new TextEncoder().encode('another') };
    return { serve: [{ '0.2.0': other }], says: `${name} is not what the manifest lists` };
  },
  'an archive that was cut': () => ({
    serve: [releases, cut],
    says: 'linux-x64.tar.gz could not be downloaded; nothing was changed',
  }),
  'an archive that was cut unnoticed': () => ({
    serve: [releases, halved],
    says: 'is not what the manifest lists: it was cut or changed on its way',
  }),
  "another key's signature": () => ({
    serve: [{ '0.3.0': foreign }],
    says: 'manifest.json is not signed with a key of the inbox; nothing was changed',
  }),
  'the signature of another manifest': () => {
    const signature = releases['0.1.0']?.[SIGNATURE] ?? new Uint8Array();
    const mixed = { ...releases['0.2.0'], [SIGNATURE]: signature };
    return { serve: [{ '0.2.0': mixed }], says: 'is not signed with a key of the inbox' };
  },
  'a release without a signature': () => {
    const { [SIGNATURE]: _, ...unsigned } = releases['0.2.0'] ?? {};
    return { serve: [{ '0.2.0': unsigned }], says: 'manifest.json.sig could not be downloaded' };
  },
  'a page in place of the manifest': () => {
    const page = new TextEncoder().encode('<html>Log in</html>');
    return {
      serve: [{ '0.2.0': { ...releases['0.2.0'], [MANIFEST]: page } }],
      says: 'is not signed with a key of the inbox',
    };
  },
  'an old manifest that is given out as the newest': () => ({
    serve: [{ '0.1.0': releases['0.1.0'] ?? {} }],
    says: 'is 0.1.0, which is older than what is installed, 0.1.5; nothing was changed. If you want it, name it with --version 0.1.0',
  }),
  'a version that is given out as another': () => ({
    serve: [{ '0.1.9': releases['0.2.0'] ?? {} }],
    args: ['--version', '0.1.9'],
    says: 'is the manifest of 0.2.0, not of 0.1.9',
  }),
  'a version that does not exist': () => ({
    args: ['--version', '9.9.9'],
    says: '/download/v9.9.9/manifest.json could not be downloaded',
  }),
  'a version that is no version': () => ({
    args: ['--version', '../../x'],
    says: '../../x is not a version: one is such as 1.2.3',
  }),
  'an unknown argument': () => ({
    args: ['--force'],
    says: 'Unknown argument --force: see --help',
  }),
  'an argument without its value': () => ({ args: ['--version'], says: '--version needs a value' }),
  'an executable that does not run here': async () => {
    const archives = await archivesOf('0.4.0', 'echo "GLIBC_2.99 not found" >&2; exit 1');
    const broken = await releaseOf('0.4.0', archives, join(folder, 'own'));
    return {
      serve: [{ '0.4.0': broken }],
      says: 'does not run here; nothing was changed\nGLIBC_2.99 not found',
    };
  },
};

for (const [fault, given] of Object.entries(faults)) {
  needs('curl', 'ssh-keygen')(`changes nothing after ${fault}, and says why`, async () => {
    const { serve = [releases], args, says } = await given();
    await using server = await releaseServer(...serve);
    const here = place();
    mkdirSync(join(here.prefix, 'bin'), { recursive: true });
    await Bun.write(join(here.prefix, 'bin/inbox'), '#!/bin/sh\necho 0.1.5\n');
    chmodSync(join(here.prefix, 'bin/inbox'), 0o755);
    const { code, stdout, stderr } = await here.run(server.url, args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(says);
    expect([here.files(), here.left()]).toEqual([['bin', 'bin/inbox'], []]);
    expect(here.text('bin/inbox')).toBe('#!/bin/sh\necho 0.1.5\n');
  });
}

needs('curl', 'ssh-keygen')('installs an older version that is named', async () => {
  await using server = await releaseServer(releases);
  const here = place();
  await here.run(server.url);
  const { code, stdout } = await here.run(server.url, ['--version', '0.1.0']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('before, it was 0.2.0.')]);
});

needs('curl', 'ssh-keygen')(
  'refuses a folder that it cannot write to before it downloads anything',
  async () => {
    await using server = await releaseServer(releases);
    const here = place();
    mkdirSync(join(here.prefix, 'bin'), { recursive: true });
    const isRoot = process.getuid?.() === 0;
    chmodSync(join(here.prefix, 'bin'), 0o555);
    // Root may write everywhere, unless its capabilities are taken away.
    if (isRoot) symlinkSync(Bun.which('setpriv') ?? '', join(here.path, 'setpriv'));
    const as = isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
    const { code, stderr } = await here.run(server.url, [], { as });
    expect([code, stderr]).toEqual([
      1,
      `install.sh: ${here.prefix}/bin cannot be written to: run this as root, or choose a folder of your own with --prefix\n`,
    ]);
    expect([here.files(), server.asked]).toEqual([['bin'], []]);
  },
);

needs('curl', 'ssh-keygen')('leaves the link of another installer alone', async () => {
  await using server = await releaseServer(releases);
  const here = place();
  mkdirSync(join(here.prefix, 'bin'), { recursive: true });
  symlinkSync('../lib/inbox', join(here.prefix, 'bin/inbox'));
  const { code, stderr } = await here.run(server.url);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('is a link that another installer has made'),
  ]);
});

needs('curl', 'ssh-keygen')('leaves nothing when it is interrupted', async () => {
  const { answer, reached } = stalling();
  await using server = await releaseServer(releases, answer);
  const here = place();
  const child = here.start(server.url);
  await reached;
  process.kill(-child.pid, 'SIGINT');
  expect(await child.exited).not.toBe(0);
  expect([here.left(), readdirSync(here.home).includes('prefix')]).toEqual([[], false]);
});

test('runs nothing of a script that was cut', async () => {
  const script = installScript('install.sh', 'http://127.0.0.1:1', signers);
  const lines = script.split('\n');
  for (let count = 0; count < lines.length - 2; count += 7) {
    const here = place(tools);
    const text = lines.slice(0, count).join('\n');
    const ran = Bun.spawnSync(['sh', '-s', '--', '--prefix', here.prefix], {
      env: { PATH: here.path, TMPDIR: join(here.home, 'tmp'), HOME: here.home },
      stdin: new TextEncoder().encode(text),
    });
    expect([count, ran.stdout.toString()]).toEqual([count, '']);
    expect([readdirSync(here.home).sort(), here.left()]).toEqual([['path', 'tmp'], []]);
  }
});

needs('shellcheck')('passes shellcheck', async () => {
  const file = join(folder, 'install.sh');
  await Bun.write(file, installScript('install.sh', 'https://example.com/inbox', signers));
  const { exitCode, stdout } = Bun.spawnSync(['shellcheck', '--shell=sh', file]);
  expect([exitCode, stdout.toString()]).toEqual([0, '']);
});

test('refuses without an address of releases', async () => {
  const here = place(tools);
  const { code, stderr } = await here.run('');
  expect([code, stderr]).toEqual([
    1,
    'install.sh: Releases have no address yet: set INBOX_RELEASE_URL to one that you trust\n',
  ]);
});
