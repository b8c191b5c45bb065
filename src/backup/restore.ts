/** Looks a backup through, and puts one in the place of what a data directory holds. */
import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InboxError } from '../core/errors.ts';
import { lockDirectory } from '../storage/lock.ts';
import { makePrivateDirectory, PRIVATE_FILE } from '../storage/private.ts';
import { beginReplacing, finishReplacing, replaceData } from '../storage/replace.ts';
import { faultOf, storedFiles } from '../storage/snapshot.ts';
import { syncDirectory } from '../storage/sync.ts';
import { type Altered, alteredFiles } from './altered.ts';
import { readArchive, type Take } from './archive.ts';
import { broken, type Manifest } from './manifest.ts';

type OnProgress = (done: number, total: number) => void;

export type Verified = { manifest: Manifest; altered: Altered[] };

/** Throws unless the archive is whole and its database one that this program can open. */
export async function verifyBackup(archive: string, onProgress: OnProgress): Promise<Verified> {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-verify-'));
  const take: Take = (path, bytes) =>
    path === 'inbox.db' ? store(folder)(path, bytes) : skip(bytes);
  try {
    return await readWhole(archive, folder, take, onProgress);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export type Restored = Verified & {
  /** Where that is which was replaced; null where there was nothing. */
  aside: string | null;
};

/** Replaces the data by the backup's, all of it or nothing, while nobody has the directory open. */
export async function restoreBackup(
  data: string,
  archive: string,
  onProgress: OnProgress,
): Promise<Restored> {
  const backups = join(data, 'backups');
  makePrivateDirectory(backups);
  const locks: { release: () => void }[] = [];
  try {
    // Nor may a backup be made of what is half replaced.
    for (const folder of [data, backups]) locks.push(lockDirectory(folder, HOLDER, LOCK_WAIT_MS));
    return await replaceBy(data, archive, onProgress);
  } finally {
    for (const lock of locks) lock.release();
  }
}

const HOLDER = 'inbox backup restore';
/** Others may look who has the lock, for a moment. */
const LOCK_WAIT_MS = 500;

async function replaceBy(data: string, archive: string, onProgress: OnProgress): Promise<Restored> {
  finishReplacing(data);
  const staged = beginReplacing(data);
  try {
    const verified = await readWhole(archive, staged, store(staged), onProgress);
    syncFolders(staged, verified.manifest);
    const hadData = existsSync(join(data, 'inbox.db'));
    const aside = `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    replaceData(data, aside);
    return { ...verified, aside: hadData ? join(data, aside) : null };
  } finally {
    // What an archive left that was refused.
    finishReplacing(data);
  }
}

async function readWhole(
  archive: string,
  folder: string,
  take: Take,
  onProgress: OnProgress,
): Promise<Verified> {
  const total = sizeOf(archive);
  let done = 0;
  const manifest = await readArchive(archive, take, (bytes) => {
    done += bytes;
    onProgress(done, total);
  });
  const database = join(folder, 'inbox.db');
  const fault = faultOf(database);
  if (fault) throw broken(`of its database, ${fault}`);
  const sizes = new Map(manifest.entries.map(({ path, size }) => [path, size]));
  for (const { storageKey, size } of storedFiles(database)) {
    if (sizes.get(`files/${storageKey}`) !== size) throw broken(`"files/${storageKey}" is missing`);
  }
  return { manifest, altered: alteredFiles(database, manifest) };
}

function sizeOf(archive: string): number {
  if (existsSync(archive)) return statSync(archive).size;
  throw new InboxError('not_found', `There is no file ${archive}`);
}

/** Writes an entry into the folder, onto the disk. */
const store =
  (folder: string): Take =>
  async (path, bytes) => {
    const file = join(folder, path);
    makePrivateDirectory(dirname(file));
    const sink = createWriteStream(file, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
    await pipeline(bytes, sink);
  };

async function skip(bytes: Readable): Promise<void> {
  for await (const _ of bytes);
}

function syncFolders(staged: string, { entries }: Manifest): void {
  for (const folder of new Set(entries.map(({ path }) => dirname(path))))
    syncDirectory(join(staged, folder));
}
