import { existsSync, realpathSync } from 'node:fs';
import type { Command } from 'commander';
import names from '../../../packages/names.json' with { type: 'json' };
import ownSigners from '../../../packages/signers.txt' with { type: 'text' };
import { dataDirectoryOf, releaseInEnvironment } from '../../config.ts';
import { ownCommand } from '../../own-command.ts';
import { fetchArchive, newestRelease } from '../../release/fetch.ts';
import { commandOf, type Installer, installerOf } from '../../release/installer.ts';
import type { Manifest } from '../../release/manifest.ts';
import { ReleaseRefused } from '../../release/refused.ts';
import {
  filesBeside,
  manualOf,
  mustBeReplaceable,
  mustRun,
  replaceExecutable,
} from '../../release/replace.ts';
import { keysIn } from '../../release/signature.ts';
import { systemHere } from '../../release/system.ts';
import { unpack } from '../../release/unpack.ts';
import { replaceFile } from '../../replace-file.ts';
import { findRun } from '../../run-file.ts';
import { hasDatabase } from '../../storage/directory.ts';
import { version } from '../../version.ts';
import { whenEnded } from '../ending.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { withProgress } from '../progress.ts';
import { backUp } from './backup.ts';

type UpgradeOptions = GlobalOptions & { check?: boolean; allowDowngrade?: boolean };

export function defineUpgrade(command: Command): void {
  command
    .option('--check', 'say which release is the newest, and change nothing')
    .option('--allow-downgrade', 'install the newest release even if it is not newer than this one')
    .addHelpText('after', `\n${ABOUT}\n\nExample:\n  $ inbox upgrade --check`)
    .action((_: unknown, self: Command) => upgrade(self.optsWithGlobals()));
}

const ABOUT =
  'The signature of the release and the checksum of its archive are checked first, then a backup is created. A running inbox is the former version until it is restarted. If npm, Homebrew, a Debian package or an image installed this inbox, the command of that tool is printed. INBOX_RELEASE_URL and INBOX_RELEASE_SIGNERS name another place of releases, and the file of the keys that sign them.';

async function upgrade(options: UpgradeOptions): Promise<void> {
  const [file = '', ...script] = ownCommand();
  const executable = realpathSync(file);
  const installer = installerOf([executable, ...script]);
  if (options.check) return check(installer, options);
  if (installer !== null) {
    const how = `${INSTALLED[installer]}. Upgrade it with \`${commandOf(installer)}\``;
    throw new ReleaseRefused(`${how}. Nothing was changed`);
  }
  const { url, manifest } = await newest();
  if (!mayInstall(manifest.version, options)) return;
  const backup = await install(executable, url, manifest, options);
  const pid = findRun(dataDirectoryOf(options))?.pid ?? null;
  if (options.json) {
    printJson({ executable, from: version, to: manifest.version, backup, restart: pid });
  }
  note(`${executable} is ${manifest.version} now; it was ${version}.`);
  note(
    `${RESTART} Until then, ${pid === null ? 'what is running' : `process ${pid}`} is ${version}.`,
  );
}

const INSTALLED: Record<Installer, string> = {
  npm: 'npm installed this inbox',
  brew: 'Homebrew installed this inbox',
  deb: 'A Debian package installed this inbox',
  image: 'This inbox is in an image',
  git: 'This inbox runs from a checkout',
};

const RESTART =
  process.platform === 'darwin'
    ? 'Restart the inbox; as a service, with `inbox service install`.'
    : 'Restart the inbox; as a service, with `sudo systemctl restart inbox`.';

async function check(installer: Installer | null, options: UpgradeOptions): Promise<void> {
  const { manifest } = await newest();
  const newer = Bun.semver.order(manifest.version, version) > 0;
  const command = installer === null ? 'inbox upgrade' : commandOf(installer);
  if (options.json) {
    const { version: to, date } = manifest;
    return void printJson({ installed: version, newest: to, date, newer, installer, command });
  }
  if (!newer) return void print(sameOrOlder(manifest.version));
  print(`${manifest.version} of ${manifest.date.slice(0, 10)} is available; this is ${version}.`);
  note(`Upgrade with \`${command}\`.`);
}

const sameOrOlder = (newest: string): string =>
  newest === version
    ? `${version} is the newest release.`
    : `The newest release is ${newest}, which is older than this inbox, ${version}.`;

/** Says why not. An older release may be given out as the newest, and has its signature. */
function mayInstall(newest: string, { allowDowngrade = false }: UpgradeOptions): boolean {
  const order = Bun.semver.order(newest, version);
  if (order > 0 || allowDowngrade) return true;
  const why = `${sameOrOlder(newest)} --allow-downgrade installs it`;
  if (order < 0) throw new ReleaseRefused(`${why}. Nothing was changed`);
  note(`${why} again.`);
  return false;
}

/** The newest release, and where releases are. */
async function newest(): Promise<{ url: string; manifest: Manifest }> {
  const { reserved, url: own } = names.release;
  const { url = reserved ? own : null, signers = ownSigners } = releaseInEnvironment();
  if (url === null) {
    const mend = 'install a newer archive over this one, or set INBOX_RELEASE_URL';
    throw new ReleaseRefused(`Releases have no address yet: ${mend}`);
  }
  const keys = keysIn(signers);
  if (keys.length > 0) return { url, manifest: await newestRelease(url, keys) };
  const mend = 'set INBOX_RELEASE_SIGNERS to a file that has one';
  throw new ReleaseRefused(`This inbox knows no key that signs releases: ${mend}`);
}

/** Returns the backup; null if there was nothing to back up. */
async function install(
  executable: string,
  url: string,
  manifest: Manifest,
  options: UpgradeOptions,
): Promise<string | null> {
  mustBeReplaceable(executable);
  const system = systemHere();
  const { archive, part, forget } = filesBeside(executable);
  process.once('exit', forget);
  const stopListening = whenEnded(forget);
  await withProgress('Downloading', (draw) => fetchArchive(url, manifest, system, archive, draw));
  const manual = await unpack(archive, system, part);
  await mustRun(part, manifest.version);
  // A backup has an end of its own.
  stopListening();
  const data = dataDirectoryOf(options);
  const backup = hasDatabase(data) ? await backUp({ data }) : null;
  note(backup === null ? `No backup: no inbox in ${data} yet.` : `Backup: ${backup}`);
  const page = manualOf(executable);
  if (existsSync(page) && manual !== '') replaceFile(page, manual, 0o644);
  replaceExecutable(executable, part);
  return backup;
}
