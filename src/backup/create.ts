/** Backs up a data directory, whether or not a server has it open. */
import {
  constants,
  existsSync,
  linkSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, link, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withoutSecrets } from '../config.ts';
import { InboxError } from '../core/errors.ts';
import { isClearPushKey, PUSH_KEY } from '../core/settings/effective.ts';
import { openSecrets } from '../core/settings/secrets.ts';
import {
  faultOf,
  forgetFiles,
  lockDirectory,
  openAsIs,
  recoverRestore,
  rewritePushKeys,
  storedFiles,
  storedPushKeys,
} from '../storage/database.ts';
import { databaseIn, hasDatabase } from '../storage/directory.ts';
import { makePrivateDirectory, PRIVATE_FILE } from '../storage/private.ts';
import { syncDirectory } from '../storage/sync.ts';
import { version } from '../version.ts';
import { type Altered, alteredFiles } from './altered.ts';
import { type Progress, type Source, writeArchive } from './archive.ts';
import { copyTree } from './copy.ts';
import { type Manifest, manifestOf, mayHold, SECRETS_KEY } from './manifest.ts';
import { createPlaces } from './places.ts';
import { explained, hasNoIndex, isFull, mustBeDirectory } from './refused.ts';
import { verifyBackup } from './restore.ts';

export type Created = { manifest: Manifest; size: number; altered: Altered[] };

export type CreateOptions = {
  /** Verify the archive before it gets its name. */
  isVerified?: boolean;
  /** How long to wait for another backup in progress. */
  lockWaitMs?: number;
  /** The file of the key that seals secrets; that of the data directory unless another is named. */
  keyFile?: string;
  /** Whether the archive has that key, and config.json with its secret settings. */
  withSecrets?: boolean;
};

/**
 * Writes a new archive with every write that was acknowledged before this call and every file that
 * its database names.
 * @param onProgress receives the bytes read, and their total
 */
export async function createBackup(
  data: string,
  archive: string,
  onProgress: (done: number, total: number) => void,
  {
    isVerified = false,
    lockWaitMs = 0,
    keyFile = join(data, SECRETS_KEY),
    withSecrets = false,
  }: CreateOptions = {},
): Promise<Created> {
  endInterruptedRestore(data);
  if (!hasDatabase(data)) throw new InboxError('not_found', `No inbox in ${data}`);
  const folder = dirname(archive);
  if (folder === join(data, 'backups')) makePrivateDirectory(folder);
  await mustBeDirectory(folder);
  if (existsSync(archive)) throw alreadyThere(archive);
  const archived = (staged: string) => {
    makePrivateDirectory(staged);
    const createdAt = new Date().toISOString();
    return stage(data, staged, { keyFile, withSecrets }).then((leftOut) =>
      archiveFolder({ staged, archive, createdAt, isVerified, leftOut }, onProgress),
    );
  };
  try {
    return await stagedWithData(data, archive, lockWaitMs, archived).catch((error) => {
      if (!isFull(error) || isSameDisk(data, folder)) throw error;
      return archived(stagedBeside(archive));
    });
  } catch (error) {
    throw explained(error, { data, folder });
  } finally {
    forgetUnfinished(data, archive);
  }
}

/** On the disk of the data the files are links, which take no space; one backup at a time. */
async function stagedWithData(
  data: string,
  archive: string,
  lockWaitMs: number,
  archived: (staged: string) => Promise<Created>,
): Promise<Created> {
  makePrivateDirectory(join(data, 'backups'));
  const lock = lockDirectory(join(data, 'backups'), 'inbox backup create', lockWaitMs);
  try {
    forgetUnfinished(data, archive);
    return await archived(stagedIn(data));
  } finally {
    forgetUnfinished(data, archive);
    lock.release();
  }
}

const isSameDisk = (one: string, other: string) => statSync(one).dev === statSync(other).dev;

const stagedIn = (data: string) => join(data, 'backups', '.staged');
/** A full disk can still be backed up to another one. */
const stagedBeside = (archive: string) => `${archive}.${process.pid}.staged`;
const partOf = (archive: string) => `${archive}.${process.pid}.part`;

/** Removes what an interrupted backup of this process leaves behind. */
export function forgetUnfinished(data: string, archive: string): void {
  for (const left of [partOf(archive), stagedBeside(archive), stagedIn(data)]) {
    rmSync(left, { recursive: true, force: true });
  }
}

/** A running server has already finished an interrupted restore. */
function endInterruptedRestore(data: string): void {
  if (!existsSync(join(data, 'restore'))) return;
  const lock = lockDirectory(data, 'inbox backup create', 0);
  try {
    recoverRestore(data);
  } finally {
    lock.release();
  }
}

type Secrecy = { keyFile: string; withSecrets: boolean };

/**
 * Stages the contents of the archive. Files are immutable, so a hard link is a copy that nobody can
 * delete. They are linked before the database is copied, to keep files deleted during the copy, and
 * again afterwards, for files added during it.
 */
async function stage(
  data: string,
  staged: string,
  options: Secrecy,
): Promise<string[] | undefined> {
  const from = join(data, 'files');
  const to = join(staged, 'files');
  makePrivateDirectory(to);
  for (const name of namesIn(from)) await keepFile(join(from, name), join(to, name));
  const database = databaseIn(staged);
  await snapshot(data, database);
  const named = new Set(storedFiles(database).map((file) => file.storageKey));
  const kept = new Set(namesIn(to));
  const gone: string[] = [];
  for (const key of named) {
    if (kept.has(key) || (await keepFile(join(from, key), join(to, key)))) continue;
    gone.push(key);
  }
  // Uploaded and deleted again during the copy: leave them out of the archive.
  if (gone.length > 0) forgetFiles(database, gone);
  for (const name of kept) if (!named.has(name)) rmSync(join(to, name));
  sealPushKeys(database, options.keyFile);
  const fault = faultOf(database);
  if (fault) throw new InboxError('unavailable', `The database cannot be backed up: ${fault}`);
  return copyRest(data, staged, options);
}

/**
 * An earlier version did not seal the keys of push notifications, and may have been the last to open the database. If
 * they can't be sealed, the copy goes without: browsers subscribe again.
 */
function sealPushKeys(database: string, keyFile: string): void {
  if (!storedPushKeys(database).some(isClearPushKey)) return;
  const { seal } = openSecrets(keyFile);
  rewritePushKeys(database, (stored) => {
    if (!isClearPushKey(stored)) return stored;
    try {
      return seal(PUSH_KEY, stored);
    } catch (error) {
      if (error instanceof InboxError) return null;
      throw error;
    }
  });
}

async function snapshot(data: string, database: string): Promise<void> {
  try {
    const live = openAsIs(databaseIn(data));
    await live.snapshot(database).finally(live.close);
  } catch (error) {
    if (!hasNoIndex(error) || isSameDisk(data, dirname(database))) throw error;
    // Nobody has it open, and there is no room for the index of its log: read a copy elsewhere.
    const copy = `${database}.copy`;
    await copyFile(databaseIn(data), copy);
    if (existsSync(`${databaseIn(data)}-wal`)) {
      await copyFile(`${databaseIn(data)}-wal`, `${copy}-wal`);
    }
    const copied = openAsIs(copy);
    await copied.snapshot(database).finally(copied.close);
    for (const part of ['', '-wal', '-shm']) rmSync(copy + part, { force: true });
  }
}

const namesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => mayHold(`files/${name}`)) : [];

/** Returns false for a deleted file. */
async function keepFile(file: string, copy: string): Promise<boolean> {
  try {
    await link(file, copy).catch((error) => {
      if (error.code === 'ENOENT') throw error;
      // A file system without hard links.
      return copyFile(file, copy, constants.COPYFILE_FICLONE);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Returns the names of the settings that are left out; undefined if nothing is. */
async function copyRest(
  data: string,
  staged: string,
  { keyFile, withSecrets }: Secrecy,
): Promise<string[] | undefined> {
  const plugins = join(data, 'plugins');
  if (existsSync(plugins)) await copyTree(plugins, join(staged, 'plugins'));
  const config = join(data, 'config.json');
  if (withSecrets) {
    if (existsSync(keyFile)) await copyTree(keyFile, join(staged, SECRETS_KEY));
    if (existsSync(config)) await copyTree(config, join(staged, 'config.json'));
    return undefined;
  }
  if (!existsSync(config)) return [];
  const { text, leftOut } = withoutSecrets(data);
  writeFileSync(join(staged, 'config.json'), text, { mode: PRIVATE_FILE });
  return leftOut;
}

type Archiving = {
  staged: string;
  archive: string;
  createdAt: string;
  isVerified: boolean;
  leftOut: string[] | undefined;
};

async function archiveFolder(
  { staged, archive, createdAt, isVerified, leftOut }: Archiving,
  onProgress: (done: number, total: number) => void,
): Promise<Created> {
  const sources = sourcesIn(staged);
  const total = sources.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const progress: Progress = (bytes) => {
    done += bytes;
    onProgress(done, total);
  };
  const part = partOf(archive);
  const describe = manifestOf.bind(null, { version, createdAt, leftOut });
  const manifest = await writeArchive(part, sources, describe, progress);
  if (isVerified) await verifyWritten(part, staged);
  await publish(part, archive);
  const altered = alteredFiles(databaseIn(staged), manifest);
  return { manifest, size: statSync(archive).size, altered };
}

async function verifyWritten(part: string, staged: string): Promise<void> {
  await verifyBackup(part, () => {}, staged).catch((error) => {
    if (!(error instanceof InboxError) || error.code !== 'wrong_type') throw error;
    const says = `The backup could not be read back after it was written. Check the disk of ${dirname(part)}`;
    throw new InboxError('unavailable', `${says}. ${error.message}`);
  });
}

function sourcesIn(folder: string): Source[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      file,
      path: file.slice(folder.length + 1).replaceAll('\\', '/'),
      size: statSync(file).size,
    }));
  const odd = sources.find(({ path }) => !mayHold(path));
  if (odd)
    throw new InboxError(
      'conflict',
      `“${odd.path}” cannot be backed up under this name. Rename it first`,
    );
  const collides = createPlaces();
  for (const { path } of sources) {
    const other = collides(path);
    if (other === null) continue;
    throw new InboxError(
      'conflict',
      `“${path}” and “${other}” are the same name on some systems. Rename one of them first`,
    );
  }
  return sources;
}

/** Gives the finished archive its name, unless that is taken. */
async function publish(part: string, archive: string): Promise<void> {
  try {
    linkSync(part, archive);
  } catch (error) {
    if (existsSync(archive)) throw alreadyThere(archive);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    await rename(part, archive);
  }
  syncDirectory(dirname(archive));
}

const alreadyThere = (archive: string) =>
  new InboxError('conflict', `${archive} already exists: choose another name`);
