/**
 * Builds dist/release: an archive for each system, packages for Debian and npm and for programs that ask, the scripts
 * that install, Homebrew's formula, what is inside, and the manifest with their checksums; and dist/image, of which the Dockerfile makes an
 * image. The same sources give the same bytes.
 *
 *   npm run release [-- --only linux-x64,linux-arm64] [--sign KEY] [--dry]
 *
 * --dry does also what comes after the build, except where it needs an account.
 * KEY is a private key of SSH that packages/signers.txt lists. SOURCE_DATE_EPOCH is the moment that all files get:
 * the commit's, unless it is set.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import names from '../packages/names.json' with { type: 'json' };
import signers from '../packages/signers.txt' with { type: 'text' };
import { buildDashboard } from '../src/build/dashboard.ts';
import { buildDocs } from '../src/build/docs.ts';
import { archiveFile, MANIFEST, manifestText } from '../src/release/manifest.ts';
import { version } from '../src/version.ts';
import { commitOf, commitTime } from './commit.ts';
import { packPython, packTypescript } from './packages.ts';
import { tarGz, zip } from './release/archive.ts';
import { composeText } from './release/compose.ts';
import { archiveEntries, imageEntries, packageEntries, type Texts } from './release/contents.ts';
import { debianPackage } from './release/deb.ts';
import { writeFolder } from './release/folder.ts';
import { formula, formulaFile } from './release/formula.ts';
import { installScript, installScripts } from './release/install-scripts.ts';
import { licencesText } from './release/licences.ts';
import { manPage } from './release/man-page.ts';
import { npmArchive, programEntries, systemEntries } from './release/npm.ts';
import { bundledPackages } from './release/packages.ts';
import { rehearse } from './release/rehearsal.ts';
import { sbom } from './release/sbom.ts';
import { mustBeSigner, sign } from './release/sign.ts';
import { isWindows, type Target, targets } from './release/targets.ts';

const root = join(import.meta.dir, '..');
const out = join(root, 'dist/release');
const images = join(root, 'dist/image');
const { values } = parseArgs({
  options: { only: { type: 'string' }, sign: { type: 'string' }, dry: { type: 'boolean' } },
});

if (values.sign) mustBeSigner(values.sign, signers);
const madeAt = Number(process.env.SOURCE_DATE_EPOCH ?? (await commitTime(root)));
for (const folder of [out, images]) rmSync(folder, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await buildDashboard();
await buildDocs();
const packages = await bundledPackages();
const texts = { manual: await manPage(), licences: licencesText(packages) };
mkdirSync(join(images, 'data'), { recursive: true });
put(npmArchive(), await tarGz(programEntries(texts), madeAt));
for (const target of chosen(values.only)) await releaseFor(target, texts);
for (const archive of [await packTypescript(out), await packPython(out)]) reportSize(archive);
const bill = JSON.stringify(sbom(packages, madeAt, await commitOf(root)), null, 2);
put(`inbox-${version}.cdx.json`, `${bill}\n`);
const { url, reserved } = names.release;
for (const name of installScripts) put(name, installScript(name, reserved ? url : '', signers));
put(formulaFile, formula({ version, files: sums() }));
if (names.image.reserved) put('compose.yaml', composeText(`${names.image.name}:${version}`));
const date = new Date(madeAt * 1000).toISOString();
put(MANIFEST, manifestText({ version, date, files: sums() }));
if (values.sign) await sign(join(out, MANIFEST), values.sign);
if (values.dry) await rehearse(out);

function chosen(only: string | undefined): Target[] {
  if (only === undefined) return targets;
  return only.split(',').map((wanted) => {
    const target = targets.find(({ name }) => name === wanted);
    if (target) return target;
    throw new Error(`There is no ${wanted}: ${targets.map(({ name }) => name).join(', ')}`);
  });
}

async function releaseFor(target: Target, texts: Texts) {
  const executable = await build(target);
  const entries = archiveEntries(target, executable, texts);
  const archive = isWindows(target) ? zip(entries, madeAt) : await tarGz(entries, madeAt);
  put(archiveFile(version, target.name), archive);
  put(npmArchive(target), await tarGz(systemEntries(target, executable, texts), madeAt));
  const { debian } = target;
  if (debian === undefined) return;
  const file = join(out, `agent-inbox_${version}_${debian}.deb`);
  const inPackage = packageEntries(executable, texts);
  await debianPackage({ entries: inPackage, architecture: debian, madeAt, file });
  reportSize(file);
  writeFolder(join(images, debian), imageEntries(executable, texts));
}

/** In a separate process: a second build in one process gives different bytes. */
async function build(target: Target): Promise<Uint8Array> {
  const { name, bun } = target;
  const file = join(out, isWindows(target) ? `${name}.exe` : name);
  const script = join(import.meta.dir, 'build-executable.ts');
  const child = Bun.spawn([process.execPath, script, file, bun], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if ((await child.exited) !== 0) throw new Error(`The executable for ${name} was not built`);
  const bytes = await Bun.file(file).bytes();
  rmSync(file);
  return bytes;
}

function put(name: string, content: string | Uint8Array) {
  writeFileSync(join(out, name), content);
  reportSize(join(out, name));
}

function reportSize(file: string) {
  console.log(`${file.slice(root.length + 1)}  ${(Bun.file(file).size / 1e6).toFixed(1)} MB`);
}

/** Returns the checksum of every file so far. */
function sums(): { name: string; sha256: string }[] {
  const sumOf = (name: string) =>
    new Bun.CryptoHasher('sha256').update(readFileSync(join(out, name))).digest('hex');
  return readdirSync(out)
    .sort()
    .map((name) => ({ name, sha256: sumOf(name) }));
}
