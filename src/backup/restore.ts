/** Validates a backup, and replaces the content of a data directory with it. */
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withSecretsOf } from '../config.ts';
import { InboxError } from '../core/errors.ts';
import {
  type Comparison,
  compareDatabases,
  nothingKnown,
  settleRestored,
} from '../core/restore/restore.ts';
import { sizeOf } from '../core/sizes.ts';
import {
  commitRestore,
  faultOf,
  lockDirectory,
  openAsIs,
  openStore,
  recoverRestore,
  stageRestore,
  storedFiles,
} from '../storage/database.ts';
import { databaseIn, hasDatabase } from '../storage/directory.ts';
import { makePrivateDirectory, PRIVATE_FILE } from '../storage/private.ts';
import { roomAt } from '../storage/room.ts';
import { type Tx, UnreadableDatabase } from '../storage/store.ts';
import { syncDirectory } from '../storage/sync.ts';
import { type Altered, alteredFiles } from './altered.ts';
import { readArchive, type Take } from './archive.ts';
import { broken, type Manifest, SECRETS_KEY } from './manifest.ts';

type OnProgress = (done: number, total: number) => void;

export type Verified = { manifest: Manifest; altered: Altered[] };

/**
 * Throws unless the archive is complete and this program can open its database.
 * @param room a folder with space for the database
 */
export async function verifyBackup(
  archive: string,
  onProgress: OnProgress,
  room = tmpdir(),
): Promise<Verified> {
  const folder = mkdtempSync(join(room, 'inbox-verify-'));
  const take: Take = (path, bytes, size) =>
    path === 'inbox.db' ? store(folder)(path, bytes, size) : skip(bytes);
  try {
    return await readWhole(archive, folder, take, onProgress);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export type Restored = Ahead & {
  /** Where the replaced data is kept; null if there was none. */
  aside: string | null;
  /** The settings that the backup lacks, and that are not here for the same server either. */
  missing: string[];
  /** Where the key is kept that the backup's replaced; null if it had none, or the same. */
  formerKey: string | null;
};

/** The rights that a restore would bring back; `unknown` says why that is undetermined. */
export type Ahead = Pick<Comparison, 'revived' | 'unknown'> & Verified;
export type RestoreOptions = {
  revokeAll?: boolean;
  /** Called once the backup is verified; nothing changes before it returns true. */
  agree?: (ahead: Ahead) => Promise<boolean>;
};

/**
 * Replaces the data by the backup's, all or nothing, while no process has the directory open.
 * Returns null if `agree` returned false.
 */
export async function restoreBackup(
  data: string,
  archive: string,
  onProgress: OnProgress,
  options: RestoreOptions = {},
): Promise<Restored | null> {
  const backups = join(data, 'backups');
  makePrivateDirectory(backups);
  const locks: { release: () => void }[] = [];
  try {
    // A half replaced directory must not be backed up either.
    for (const folder of [data, backups]) locks.push(lockDirectory(folder, HOLDER, LOCK_WAIT_MS));
    return await replaceBy(data, archive, onProgress, options);
  } finally {
    for (const lock of locks) lock.release();
  }
}

const HOLDER = 'inbox backup restore';
/** Other processes take the lock briefly to see who holds it. */
const LOCK_WAIT_MS = 500;

async function replaceBy(
  data: string,
  archive: string,
  onProgress: OnProgress,
  options: RestoreOptions,
): Promise<Restored | null> {
  recoverRestore(data);
  const staged = stageRestore(data);
  try {
    const verified = await readWhole(archive, staged, store(staged), onProgress).catch(unchanged);
    const ahead = await settle(data, staged, { verified, archive, ...options });
    if (!ahead) return null;
    const missing = fillIn(data, staged, verified.manifest);
    syncFolders(staged, verified.manifest);
    const isOtherKey = replacesKey(data, staged);
    const hadData = hasDatabase(data);
    const aside = `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    commitRestore(data, aside);
    const formerKey = isOtherKey ? join(data, aside, SECRETS_KEY) : null;
    return { ...ahead, missing, formerKey, aside: hadData ? join(data, aside) : null };
  } finally {
    // Removes what a refused archive left behind.
    recoverRestore(data);
  }
}

/** Keeps the secret settings that are here where the backup left its own out; returns the names of the rest. */
function fillIn(data: string, staged: string, { leftOut = [] }: Manifest): string[] {
  if (leftOut.length === 0) return [];
  const { text, missing } = withSecretsOf(data, staged, leftOut);
  writeFileSync(join(staged, 'config.json'), text, { mode: PRIVATE_FILE, flush: true });
  return missing;
}

/** Whether the backup brings another key than the one that is here, which is then set aside. */
function replacesKey(data: string, staged: string): boolean {
  const [here, brought] = [data, staged].map((folder) => join(folder, SECRETS_KEY));
  if (!here || !brought || !existsSync(here) || !existsSync(brought)) return false;
  return !readFileSync(here).equals(readFileSync(brought));
}

function unchanged(error: unknown): never {
  if (!(error instanceof InboxError)) throw error;
  throw new InboxError(error.code, `${error.message}; nothing was changed`, error.details);
}

type Settling = RestoreOptions & { verified: Verified; archive: string };

/**
 * Compares the staged database with the one it replaces and prepares it; returns null if the user
 * declined.
 */
async function settle(data: string, staged: string, settling: Settling): Promise<Ahead | null> {
  const { verified, archive, revokeAll = false, agree } = settling;
  // The archive itself is the copy.
  const store = await openStore(databaseIn(staged), { keepsCopy: false });
  try {
    const nowMs = Date.now();
    const found = await compareWith(data, store.read, nowMs);
    const ahead = { ...verified, revived: found.revived, unknown: found.unknown };
    if (agree && !(await agree(ahead))) return null;
    const { createdAt } = verified.manifest;
    await settleRestored(store, found, { nowMs, revokeAll, name: basename(archive), createdAt });
    return ahead;
  } finally {
    await store.close();
  }
}

/** The replaced database may be damaged: the backup is restored all the same. */
async function compareWith(data: string, backup: Tx, nowMs: number): Promise<Comparison> {
  if (!hasDatabase(data)) return nothingKnown(null);
  try {
    const replaced = openAsIs(databaseIn(data));
    return await compareDatabases(backup, replaced.read, nowMs).finally(replaced.close);
  } catch (error) {
    const isNone = error instanceof UnreadableDatabase;
    return nothingKnown(isNone ? `it ${error.why}` : `it cannot be read (${messageOf(error)})`);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : `${error}`);

async function readWhole(
  archive: string,
  folder: string,
  take: Take,
  onProgress: OnProgress,
): Promise<Verified> {
  const total = statSync(archive).size;
  let done = 0;
  const manifest = await readArchive(archive, take, (bytes) => {
    done += bytes;
    onProgress(done, total);
  });
  const database = databaseIn(folder);
  const fault = faultOf(database);
  if (fault) throw broken(`the database: ${fault}`);
  const sizes = new Map(manifest.entries.map(({ path, size }) => [path, size]));
  for (const { storageKey, size } of storedFiles(database)) {
    if (sizes.get(`files/${storageKey}`) !== size) throw broken(`“files/${storageKey}” is missing`);
  }
  return { manifest, altered: alteredFiles(database, manifest) };
}

/** Writes an entry into the folder and syncs it. */
const store =
  (folder: string): Take =>
  async (path, bytes, size) => {
    mustHaveRoom(folder, path, size);
    const file = join(folder, path);
    makePrivateDirectory(dirname(file));
    const sink = createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
    await pipeline(bytes, sink);
  };

/** Left free for other processes. */
const SPARED_BYTES = 16 * 1024 * 1024;

/** A few bytes can unpack to more than any disk has. */
function mustHaveRoom(folder: string, path: string, size: number): void {
  const { bytes } = roomAt(folder);
  if (size + SPARED_BYTES <= bytes) return;
  const says = `Not enough space for “${path}” (${sizeOf(size)}): ${sizeOf(bytes)} free in ${folder}`;
  throw new InboxError('unavailable', says);
}

async function skip(bytes: Readable): Promise<void> {
  for await (const _ of bytes);
}

function syncFolders(staged: string, { entries }: Manifest): void {
  for (const folder of new Set(entries.map(({ path }) => dirname(path))))
    syncDirectory(join(staged, folder));
}
