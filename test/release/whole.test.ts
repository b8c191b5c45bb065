// The whole release, twice: a quarter of an hour. `INBOX_RELEASE=1 npm test -- test/release/whole.test.ts`
// INBOX_MUSL_LIBRARIES names a folder with the loader of musl, libstdc++.so.6 and libgcc_s.so.1.
import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };
import { archiveName } from '../../scripts/release/contents.ts';
import { targets } from '../../scripts/release/targets.ts';
import { archiveFile, MANIFEST, parseManifest } from '../../src/release/manifest.ts';
import { version } from '../../src/version.ts';
import { bareRoot, firstAnswerIn } from '../support/machine/chroot.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const { npm, pypi } = names;
const { INBOX_RELEASE, INBOX_MUSL_LIBRARIES } = process.env;
const root = join(import.meta.dir, '../..');
const out = join(root, 'dist/release');
const HOUR_MS = 3_600_000;

const whole = (promise: string, body: () => Promise<void>, isPossible = true) =>
  INBOX_RELEASE && isPossible
    ? test(promise, body, HOUR_MS)
    : test.skip(`${promise} (NOT TESTED HERE: see the file)`, body);

async function release(): Promise<string> {
  const child = Bun.spawn([process.execPath, 'scripts/release.ts'], {
    cwd: root,
    stdout: 'ignore',
  });
  expect(await child.exited).toBe(0);
  return Bun.file(join(out, MANIFEST)).text();
}

whole('builds the same bytes twice for every target', async () => {
  const manifest = await release();
  const listed = parseManifest(manifest)?.files.map(({ name }) => name);
  expect(listed).toEqual(
    readdirSync(out)
      .filter((name) => name !== MANIFEST)
      .sort(),
  );
  for (const { name } of targets) expect(listed).toContain(archiveFile(version, name));
  const wheel = `${pypi.distribution.replaceAll('-', '_')}-${version}-py3-none-any.whl`;
  expect(listed).toEqual(expect.arrayContaining([`${npm.package}-${version}.tgz`, wheel]));
  expect(await release()).toBe(manifest);
});

whole(
  'serves a first answer from the glibc archive with only the libraries of its loader',
  async () => {
    const executable = unpacked('linux-x64');
    using bare = bareRoot(executable);
    await leadsToAnswer(bare.folder, executable);
  },
);

const musl = 'serves a first answer from the musl archive with only the libraries of its loader';
whole(
  musl,
  async () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'lib'));
    const from = `${INBOX_MUSL_LIBRARIES}`;
    for (const name of readdirSync(from)) copyFileSync(join(from, name), join(folder, 'lib', name));
    symlinkSync('ld-musl-x86_64.so.1', join(folder, 'lib/libc.musl-x86_64.so.1'));
    await leadsToAnswer(folder, unpacked('linux-x64-musl'));
    removeDirectory(folder);
  },
  INBOX_MUSL_LIBRARIES !== undefined,
);

function unpacked(name: string): string {
  const target = targets.find((one) => one.name === name);
  const folder = target ? archiveName(target) : '';
  expect(Bun.spawnSync(['tar', 'xzf', `${folder}.tar.gz`, '-C', '..'], { cwd: out }).exitCode).toBe(
    0,
  );
  return join(out, '..', folder, 'inbox');
}

async function leadsToAnswer(folder: string, executable: string) {
  copyFileSync(executable, join(folder, 'inbox'));
  mkdirSync(join(folder, 'data'));
  const ran = await firstAnswerIn(folder, '/inbox', '0:0', { INBOX_DATA: '/data' });
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringMatching(/^ok, at http\S+\napprove\n$/)]);
}
