import { afterAll, beforeAll, expect } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { tarGz } from '../../scripts/release/archive.ts';
import { archiveEntries, packageEntries } from '../../scripts/release/contents.ts';
import { debianPackage } from '../../scripts/release/deb.ts';
import { installScript } from '../../scripts/release/install-scripts.ts';
import { npmArchive, programEntries, systemEntries } from '../../scripts/release/npm.ts';
import { targets } from '../../scripts/release/targets.ts';
import { findTool } from '../../scripts/tools.ts';
import { printedIn } from '../support/docs/install-page.ts';
import { asRoot, built, inCopyOfThisMachine } from '../support/machine/chroot.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { releaseServer } from '../support/release/release-server.ts';
import { type Files, newKey, releaseOf } from '../support/release/signed.ts';

const MADE_AT = 1_700_000_000;
const folder = temporaryDirectory();
const archive = `inbox-${pkg.version}-linux-x64.tar.gz`;
const debian = `agent-inbox_${pkg.version}_amd64.deb`;
let release: Files = {};
const inFolder = (name: string) => ({ [name]: join(folder, name) });

beforeAll(async () => {
  const [target] = targets;
  if (!target || !existsSync(built)) return;
  const executable = await Bun.file(built).bytes();
  const texts = { manual: '.TH INBOX 1\n', licences: 'Licences\n' };
  const bytes = await tarGz(archiveEntries(target, executable, texts), MADE_AT);
  await writeSigned({ [archive]: bytes });
  const ofNpm = {
    [npmArchive()]: programEntries(texts),
    [npmArchive(target)]: systemEntries(target, executable, texts),
  };
  for (const [name, entries] of Object.entries(ofNpm)) {
    await Bun.write(join(folder, name), await tarGz(entries, MADE_AT));
  }
  if (findTool('dpkg-deb') === null) return;
  const entries = packageEntries(executable, texts);
  const packed = { entries, architecture: 'amd64', madeAt: MADE_AT, compression: ['-Znone'] };
  await debianPackage({ ...packed, file: join(folder, debian) });
}, 120_000);
afterAll(() => removeDirectory(folder));

/** Writes a release of these files, and the list of its signers. */
async function writeSigned(archives: Files) {
  const keys = temporaryDirectory();
  const { key, signers } = newKey(keys);
  const script = new TextEncoder().encode(installScript('install.sh', '', signers));
  release = await releaseOf(pkg.version, { ...archives, 'install.sh': script }, key);
  removeDirectory(keys);
  for (const [name, bytes] of Object.entries(release)) await Bun.write(join(folder, name), bytes);
  await Bun.write(join(folder, 'signers.txt'), signers);
}

const AS_SYSTEMD =
  'STATE_DIRECTORY=/var/lib/inbox exec setpriv --reuid inbox --regid inbox --clear-groups';
const SUDO = 'sudo() { "$@"; }';

/** Runs on a machine without systemd; `as` starts the server as a user. */
const served = (as: string, body: string) => `
INBOX_PORT=0 ${as} inbox serve 2>/tmp/log & server=$!
until inbox doctor --health >/dev/null; do kill -0 $server || { cat /tmp/log; exit 1; }; sleep 0.05; done
${body}
kill $server; wait $server || true
`;

asRoot(
  'verifies, installs, asks, backs up, restores and removes an archive as documented',
  async () => {
    const script = `${SUDO}
${printedIn('check-signature')}
${printedIn('check')}
${printedIn('archive-in')}
export INBOX_DATA=/tmp/data
${served('exec', `${printedIn('first-answer')}\n${printedIn('backup')}`)}
${printedIn('restore')}
inbox list --all | grep 'Deploy 1.4.2?'
man -w inbox
${printedIn('archive-out')}
hash -r
! command -v inbox`;
    const names = readdirSync(folder).filter((name) => !name.endsWith('.deb'));
    const files = Object.assign({}, ...names.map(inFolder));
    const { code, stdout, stderr } = await inCopyOfThisMachine(script, files);
    if (code !== 0) throw new Error(`It ended with ${code}:\n${stdout}\n${stderr}`);
    expect(stdout).toContain(`"name": "${archive}"`);
    expect(stdout).toContain('\napprove\n');
  },
);

asRoot('installs an archive by the script, and looks for a newer one, as documented', async () => {
  await using server = await releaseServer({ [pkg.version]: release });
  const lines = printedIn('script-in').replace('https://inbox.example.com/releases', server.url);
  const script = `export INBOX_RELEASE_SIGNERS=$PWD/signers.txt
${lines}
hash -r
command -v inbox
inbox --version
ls /usr/local/share/man/man1/inbox.1
${printedIn('upgrade')}`;
  const { code, stdout, stderr } = await inCopyOfThisMachine(script, inFolder('signers.txt'));
  if (code !== 0) throw new Error(`It ended with ${code}:\n${stdout}\n${stderr}`);
  expect(stdout).toContain('The signature of the release was checked. The checksum was checked.\n');
  expect(stdout).toEndWith(
    `/usr/local/bin/inbox\n${pkg.version}\n/usr/local/share/man/man1/inbox.1\n${pkg.version} is the newest release.\n`,
  );
  expect(stderr).toEndWith('--allow-downgrade installs it again.\n');
});

asRoot("installs, asks and removes npm's archives as documented, without a registry", async () => {
  const script = `
${printedIn('npm-in')}
export INBOX_DATA=/tmp/data
${served('exec', printedIn('first-answer'))}
man -w inbox
! inbox upgrade
npm uninstall --global $(npm list --global --parseable --long | grep inbox | cut -d: -f2 | sed 's/@[^@]*$//')
hash -r
! command -v inbox`;
  const files = { ...inFolder(npmArchive()), ...inFolder(npmArchive(targets[0])) };
  const { code, stdout, stderr } = await inCopyOfThisMachine(script, files);
  if (code !== 0) throw new Error(`It ended with ${code}:\n${stdout}\n${stderr}`);
  expect(stdout).toContain('\napprove\n');
  expect(stderr).toContain('error: npm installed this inbox. Upgrade it with `npm install');
});

asRoot('runs the Debian package as its own user, and keeps the data on purge', async () => {
  const script = `${SUDO}
rm -rf /var/lib/inbox
${printedIn('deb-in')}
grep -E '^(User|StateDirectory|ExecStart)=' /usr/lib/systemd/system/inbox.service
stat -c '%U:%G %a' /var/lib/inbox
readlink -f /etc/systemd/system/multi-user.target.wants/inbox.service
! inbox upgrade
export HOME=/root
${served(AS_SYSTEMD, printedIn('first-answer'))}
${printedIn('deb-out')}
test ! -e /usr/bin/inbox
stat -c '%U' /var/lib/inbox/inbox.db
${printedIn('deb-in')}
inbox list --all | grep 'Deploy 1.4.2?'`;
  const { code, stdout, stderr } = await inCopyOfThisMachine(script, inFolder(debian));
  if (code !== 0) throw new Error(`It ended with ${code}:\n${stdout}\n${stderr}`);
  expect(stdout).toContain('ExecStart=/usr/bin/inbox serve\nUser=inbox\nStateDirectory=inbox\n');
  expect(stdout).toContain('inbox:inbox 700\n');
  expect(stdout).toContain('/usr/lib/systemd/system/inbox.service\n');
  expect(stdout).toContain('\napprove\n');
  expect(stderr).toContain(
    'error: A Debian package installed this inbox. Upgrade it with `sudo dpkg',
  );
  expect(stderr).toContain('The data stays in /var/lib/inbox');
});
