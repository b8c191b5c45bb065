import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Altered } from '../../backup/altered.ts';
import { type Created, createBackup, forgetUnfinished } from '../../backup/create.ts';
import { type Manifest, SECRETS_KEY } from '../../backup/manifest.ts';
import { notedBackups } from '../../backup/noted.ts';
import { mustMayRestore } from '../../backup/permission.ts';
import { type Ahead, restoreBackup, verifyBackup } from '../../backup/restore.ts';
import { ok } from '../../client/client.ts';
import { configOf, loadConfig, secretsKeyFile } from '../../config.ts';
import type { BackupMade } from '../../core/audit/schema.ts';
import { archiveName, type BackupStatus } from '../../core/backups/schema.ts';
import { troubleOf } from '../../core/backups/words.ts';
import { InboxError } from '../../core/errors.ts';
import { sizeOf } from '../../core/sizes.ts';
import { hasDatabase, mustBeUsable } from '../../storage/directory.ts';
import { type ContactKind, contactKinds, wayOf } from '../../ways/ways.ts';
import { connectionToData } from '../connection.ts';
import { counted } from '../counted.ts';
import { whenEnded } from '../ending.ts';
import { exit, UsageError } from '../errors.ts';
import { momentOf } from '../moments.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson, written } from '../output.ts';
import { progressBar, withProgress } from '../progress.ts';
import { askYesNo, mustBeTerminal } from '../prompts.ts';
import { noteRevived } from '../revived.ts';
import { settingsIn } from '../settings-here.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { resolveTarget } from '../target.ts';

type CreateOptions = GlobalOptions & { scheduled?: boolean; withSecrets?: boolean };
type RestoreOptions = GlobalOptions & { yes?: boolean; revokeAll?: boolean };

export function defineBackup(command: Command): void {
  command
    .command('create [file]')
    .description(
      'back up the database, files, plugins and settings, even while the server runs; - writes to standard output',
    )
    // For scheduled backups of a server: verified before it gets its name, ended with the server,
    // and recorded by it.
    .addOption(new Option('--scheduled').hideHelp())
    .option('--with-secrets', 'include secrets.key and the secret settings of config.json')
    .addHelpText(
      'after',
      '\nWithout --with-secrets, a thief of the backup cannot act as the bots and accounts of this inbox. After a restore on another machine, owners enter those secrets again.\n\nExample:\n  $ inbox backup create',
    )
    .action((file: string | undefined, _: unknown, self: Command) =>
      create(file, self.optsWithGlobals()),
    );
  command
    .command('list')
    .description('list the backups, newest first')
    .addHelpText('after', '\nExample:\n  $ inbox backup list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('status')
    .description(
      'show the state of scheduled backups; exits 1 if one failed, is overdue or cannot be created',
    )
    .addHelpText('after', '\nExample:\n  $ inbox backup status')
    .action((_: unknown, self: Command) => status(self.optsWithGlobals()));
  command
    .command('verify <file>')
    .description('check that a backup is complete, unmodified and restorable by this version')
    .addHelpText('after', '\nExample:\n  $ inbox backup verify inbox.tar.gz')
    .action((file: string, _: unknown, self: Command) => verify(file, self.optsWithGlobals()));
  command
    .command('restore <file>')
    .description('verify a backup, then replace the current data with it')
    .option('--yes', 'skip the confirmation')
    .option(
      '--revoke-all',
      "revoke every key, token, password and right to answer at a contact, except the local owner's password",
    )
    .addHelpText('after', '\nExample:\n  $ inbox backup restore inbox.tar.gz --yes')
    .action((file: string, _: unknown, self: Command) => restore(file, self.optsWithGlobals()));
}

const folderOf = (data: string) => join(data, 'backups');

/** Long enough for a manual backup to finish. */
const LOCK_WAIT_MS = 60_000;

/** Backs up to the default place, before something else is done. */
export async function backUp(options: GlobalOptions): Promise<string> {
  const path = newArchive(dataOf(options));
  await noteCreated(options, basename(path), await archived(options, path));
  return path;
}

const newArchive = (data: string) => join(folderOf(data), archiveName(new Date().toISOString()));

async function create(file: string | undefined, options: CreateOptions): Promise<void> {
  if (file === '-') return createToStdout(options);
  const data = dataOf(options);
  const path = file ? resolve(file) : newArchive(data);
  const { scheduled = false } = options;
  if (scheduled) endWithServer();
  const created = await archived(options, path);
  const { manifest, size, altered } = created;
  if (options.json) printJson({ path, size, ...summaryOf(manifest), altered });
  else print(path);
  if (!scheduled) await noteCreated(options, basename(path), created);
}

function archived(options: CreateOptions, path: string): Promise<Created> {
  const { settings } = resolveTarget(options);
  const { data } = settings;
  whenEnded(() => forgetUnfinished(data, path));
  const { scheduled = false, withSecrets = false } = options;
  const how = scheduled ? { isVerified: true, lockWaitMs: LOCK_WAIT_MS } : { withSecrets };
  const keyFile = secretsKeyFile(settings);
  return withProgress('Backing up', (draw) => createBackup(data, path, draw, { keyFile, ...how }));
}

/** Creates it whole first: half a backup in a pipe looks like a backup. */
async function createToStdout(options: CreateOptions): Promise<void> {
  if (options.json) throw new UsageError('--json and - cannot be used together');
  if (process.stdout.isTTY) {
    throw new UsageError(
      'A backup is not written to a terminal. Example: inbox backup create - > inbox.tar.gz',
    );
  }
  dataOf(options);
  const path = join(spoolFolder(), 'inbox.tar.gz');
  const created = await archived(options, path);
  for await (const chunk of Bun.file(path).stream()) await written(chunk);
  await noteCreated(options, 'standard output', created);
}

async function noteCreated(options: CreateOptions, name: string, created: Created): Promise<void> {
  const { manifest, size, altered } = created;
  noteAltered(altered);
  const secrets = holdsKey(manifest)
    ? 'It contains every secret of the inbox'
    : manifest.leftOut === undefined
      ? 'It contains the secrets of config.json, but no key: there is none'
      : `It contains questions, answers, files and the secrets of webhooks${leftOutOf(manifest)}`;
  note(
    `${filesIn(manifest)}, ${sizeOf(size)}. ${secrets}; store it as safely as the inbox itself.`,
  );
  await recordBackup(dataOf(options), { name, size, version: manifest.version });
}

/** Says what a restore elsewhere would lack. */
const leftOutOf = ({ leftOut = [] }: Manifest): string =>
  leftOut.length === 0
    ? ', but not the key of the secrets that were entered in the dashboard'
    : `, but neither ${leftOut.join(', ')} of config.json nor the key of the secrets that were entered in the dashboard`;

/** A private folder for a backup on its way through a pipe. */
function spoolFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-backup-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The server holds the other end of stdin, which closes in any case when it ends. */
function endWithServer(): void {
  process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
  process.stdin.unref();
}

/** The backup is valid without an audit entry. */
async function recordBackup(data: string, made: BackupMade): Promise<void> {
  try {
    const { person, close } = await connectionToData(data, 'inbox backup create');
    await ok(person.audit.backups.post(made)).finally(close);
  } catch (error) {
    note(`warning: the backup was not recorded in the audit log: ${(error as Error).message}`);
  }
}

async function list(options: GlobalOptions): Promise<void> {
  const data = dataOf(options, 'read');
  const { status, scheduled } = await notedBackups(data, Date.now());
  const folders = [...new Set([folderOf(data), ...(status.directory ? [status.directory] : [])])];
  const backups = folders
    .flatMap(archivesIn)
    .map((one) => ({ ...one, scheduled: scheduled.has(one.path) }))
    .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  if (options.json) return void printJson(backups);
  const where = folders.join(' and ');
  if (backups.length === 0)
    return void note(`No backups in ${where}. Create one with \`inbox backup create\`.`);
  await printList(backups, backupColumns);
  if (process.stdout.isTTY) note(`Stored in ${where}`);
}

const archivesIn = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.tar.gz'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, stat: statSync(path) }))
    .map(({ path, stat }) => ({ path, size: stat.size, createdAt: stat.mtime.toISOString() }));

type Listed = { path: string; size: number; createdAt: string; scheduled: boolean };

const backupColumns: Column<Listed>[] = [
  { whole: ({ createdAt }) => createdAt, shown: ({ createdAt }) => momentOf(createdAt), rank: 2 },
  { whole: ({ size }) => `${size}`, shown: ({ size }) => sizeOf(size), rank: 1 },
  { whole: ({ path }) => path, shown: ({ path }) => basename(path), least: 16 },
  { whole: ({ scheduled }) => (scheduled ? 'scheduled' : 'manual'), rank: 3 },
];

async function status(options: GlobalOptions): Promise<void> {
  const { data, backupAt } = resolveTarget(options).settings;
  mustBeUsable(data, 'read');
  if (!hasDatabase(data)) throw new InboxError('not_found', `No inbox in ${data}`);
  const { status } = await notedBackups(data, Date.now());
  const trouble = troubleOf(status, momentOf, backupAt ?? status.at);
  if (trouble) process.exitCode = exit.error;
  if (options.json) return void printJson({ ok: trouble === null, ...status });
  if (!trouble || status.at !== null) for (const line of statusLines(status)) print(line);
  if (trouble) print(`${trouble.says}. ${trouble.next}`);
}

function statusLines(status: BackupStatus): string[] {
  const { at, directory, keep, lastSuccessAt, nextAt, underWay } = status;
  if (at === null)
    return ['No backups are scheduled. For one every day, set INBOX_BACKUP_AT=03:30.'];
  const last = lastSuccessAt === null ? 'none' : momentOf(lastSuccessAt);
  const next = underWay ? 'in progress' : nextAt === null ? 'none' : momentOf(nextAt);
  return [`Every day at ${at}, in ${directory}, keeping ${keep}`, `Last: ${last}. Next: ${next}.`];
}

async function verify(file: string, options: GlobalOptions): Promise<void> {
  const path = await archiveAt(file);
  const { manifest, altered } = await withProgress('Verifying', (draw) => verifyBackup(path, draw));
  const ok = altered.length === 0;
  if (!ok) process.exitCode = exit.error;
  if (options.json) return void printJson({ path, ok, ...summaryOf(manifest), altered });
  noteAltered(altered);
  note(
    `Backup ${ok ? 'OK' : 'complete'}: created ${manifest.createdAt}, ${filesIn(manifest)}, ${secretsIn(manifest)}.`,
  );
}

async function restore(file: string, options: RestoreOptions): Promise<void> {
  const data = dataOf(options);
  const path = await archiveAt(file);
  mustMayRestore(loadConfig({ data }));
  const { yes = false, revokeAll = false } = options;
  if (!yes) mustBeTerminal('--yes');
  const bar = progressBar('Verifying');
  const agree = async (ahead: Ahead) => {
    bar.end();
    noteAltered(ahead.altered);
    noteRevived(ahead, revokeAll);
    return yes || askYesNo(`Replace the data in ${data} with this backup?`);
  };
  const asked = { revokeAll, agree };
  const restored = await restoreBackup(data, path, bar.draw, asked).finally(bar.end);
  if (!restored) return void note('Nothing was changed.');
  const { manifest, aside, altered, revived, unknown, missing, formerKey } = restored;
  note(`Restored ${data} from the backup of ${manifest.createdAt}. All sessions have ended.`);
  if (revokeAll)
    note("All keys, tokens and passwords were revoked, except the local owner's password.");
  if (missing.length > 0) {
    note(`The backup has no secrets: set ${missing.join(', ')} again in config.json.`);
  }
  const unreadable = noteKey(data, manifest, formerKey);
  if (aside) note(`The previous data is in ${aside}; delete it when you no longer need it.`);
  if (!options.json) return;
  const summary = { ...summaryOf(manifest), altered, missing, formerKey, unreadable };
  printJson({ data, replaced: aside, ...summary, revived, unknown, revokeAll });
}

/** Says where the former key is, and which ways have no secrets now. */
function noteKey(data: string, manifest: Manifest, formerKey: string | null): ContactKind[] {
  if (formerKey) note(`The key of the secrets here was another one: it is in ${formerKey}.`);
  const { read, unreadable } = settingsIn(data);
  const { secretsKeyFile: file } = configOf(read);
  if (file !== null && holdsKey(manifest)) {
    const restored = join(data, SECRETS_KEY);
    note(`warning: the restored key is ${restored}, and INBOX_SECRETS_KEY_FILE names ${file}`);
  }
  const kinds = contactKinds.filter((kind) => unreadable[kind]);
  const labels = kinds.map((kind) => wayOf(kind).label);
  if (labels.length > 0) {
    note(`Enter the secrets again in Settings › Notifications: ${labels.join(', ')}.`);
  }
  return kinds;
}

/** Returns the path of the named backup, or of what - reads; a missing file is wrong usage. */
async function archiveAt(file: string): Promise<string> {
  if (file === '-') {
    const path = join(spoolFolder(), 'inbox.tar.gz');
    await writeFile(path, process.stdin, { mode: 0o600 });
    return path;
  }
  const path = resolve(file);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`${path}: no such file`);
  if (stat.isDirectory()) throw new UsageError(`${path} is a directory`);
  return path;
}

function dataOf(options: GlobalOptions, how: 'read' | 'write' = 'write'): string {
  const { data } = resolveTarget(options).settings;
  mustBeUsable(data, how);
  return data;
}

function noteAltered(altered: Altered[]): void {
  if (altered.length === 0) return;
  note(`${counted(altered.length, 'file differs', 'files differ')} from what was uploaded:`);
  for (const { id, filename } of altered) note(`  ${id}  ${filename}`);
}

const summaryOf = ({ version, createdAt, entries, leftOut }: Manifest) => ({
  createdAt,
  version,
  files: storedIn(entries),
  withSecrets: leftOut === undefined,
  leftOut,
});

const holdsKey = ({ entries }: Manifest) => entries.some(({ path }) => path === SECRETS_KEY);

function secretsIn(manifest: Manifest): string {
  const { leftOut } = manifest;
  if (leftOut?.length === 0) return 'without the key of secrets';
  if (leftOut)
    return `without the key of secrets, and without ${leftOut.join(', ')} of config.json`;
  return holdsKey(manifest) ? 'with all secrets and their key' : 'with the secrets of config.json';
}

const storedIn = (entries: Manifest['entries']) =>
  entries.filter(({ path }) => path.startsWith('files/')).length;

function filesIn({ entries }: Manifest): string {
  return `the database and ${counted(storedIn(entries), 'file')}`;
}
