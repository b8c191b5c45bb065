/**
 * Does what `.github/workflows/release.yml` does with a release that was built, except where it needs an
 * account: `bun scripts/release/rehearsal.ts FOLDER`, or `npm run release -- --dry`.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { archiveFile, MANIFEST } from '../../src/release/manifest.ts';
import { isSignedBy, keysIn, PRINCIPAL } from '../../src/release/signature.ts';
import { version } from '../../src/version.ts';
import { run } from '../packages.ts';
import { archiveName } from './contents.ts';
import { npmArchive } from './npm.ts';
import { sign } from './sign.ts';
import { type Target, targets } from './targets.ts';

export async function rehearse(release: string): Promise<void> {
  for (const file of npmArchives(release)) {
    await run(['npm', 'publish', '--dry-run', '--access', 'public', file], release);
    done(`npm publish --dry-run ${file}`);
  }
  await inFolder(async (folder) => {
    for (const one of targets) if (runsHere(one)) await verify(one, release, folder);
    await signAndVerify(join(release, MANIFEST), folder);
  });
  console.log(
    'Not done, as each needs an account: publishing, and the provenance of what is published.',
  );
}

const done = (what: string) => console.log(`ok: ${what}`);

/** In the order in which they are published: the package with the command needs the others. */
const npmArchives = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .map((name) => join(folder, name));

const runsHere = ({ npm: { os, cpu, libc } }: Target) =>
  os === process.platform && cpu === process.arch && libc !== 'musl';

/** Starts the executable from its archive, and as npm installs it. */
async function verify(target: Target, release: string, folder: string): Promise<void> {
  const archive = join(release, archiveFile(version, target.name));
  if (!existsSync(archive)) return;
  // The tar of Windows reads zip files too.
  await run(['tar', 'xf', archive], folder);
  const npm = ['npm', 'install', '--offline', '--no-audit', '--no-fund', '--prefix', folder];
  await run([...npm, join(release, npmArchive()), join(release, npmArchive(target))], folder);
  for (const path of [`${archiveName(target)}/inbox`, 'node_modules/.bin/inbox']) {
    const printed = (await run([join(folder, path), '--version'], folder)).trim();
    if (printed !== version) throw new Error(`${path} of ${target.name} is version ${printed}`);
    done(`${path} --version, on ${target.name}`);
  }
}

/** With a key of its own, which nobody trusts; checked as an installation does. */
async function signAndVerify(file: string, folder: string): Promise<void> {
  const key = join(folder, 'key');
  const copy = join(folder, 'signed');
  copyFileSync(file, copy);
  await run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key], folder);
  const trusted = keysIn(`${PRINCIPAL} ${await Bun.file(`${key}.pub`).text()}`);
  const signature = await Bun.file(await sign(copy, key)).text();
  if (!isSignedBy(trusted, await Bun.file(file).bytes(), signature)) {
    throw new Error(`The signature of ${file} is refused`);
  }
  done(`signs ${file}, and accepts the signature`);
}

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-rehearsal-'));
  try {
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await rehearse(resolve(process.argv[2] ?? 'dist/release'));
