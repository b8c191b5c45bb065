/** The bytes of files, under `files/` in the data directory, each by its storageKey. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makePrivateDirectory, PRIVATE_FILE } from '../../storage/private.ts';
import { syncDirectory } from '../../storage/sync.ts';
import { InboxError } from '../errors.ts';
import { sizeOf } from '../sizes.ts';

export type Files = {
  directory: string;
  /** Bytes. */
  maxFileSize: number;
  /** The keys of bytes on their way in: no record names them yet, and no sweep may take them. */
  incoming: Set<string>;
};

/** Makes the directory where it is missing. */
export function openFiles(data: string, maxFileSize: number): Files {
  const directory = join(data, 'files');
  if (makePrivateDirectory(directory)) syncDirectory(data);
  return { directory, maxFileSize, incoming: new Set() };
}

export const pathOf = ({ directory }: Files, storageKey: string) => join(directory, storageKey);

/** Bytes on their way in. Disposed of before `keep` came to its end, they leave nothing behind. */
export type IncomingBytes = AsyncDisposable & {
  readonly storageKey: string;
  /** Bytes written so far. */
  readonly size: number;
  /** The SHA-256 of all bytes, in hexadecimal; null until `keep` has them on the disk. */
  readonly sha256: string | null;
  /** Throws `too_large` as soon as the limit is passed. */
  write: (chunk: Uint8Array) => Promise<void>;
  /** Puts the bytes on the disk for good, then makes their record. */
  keep: <T>(record: () => Promise<T>) => Promise<T>;
};

export async function receiveBytes({ files }: { files: Files }): Promise<IncomingBytes> {
  const storageKey = randomUUID();
  const path = pathOf(files, storageKey);
  const part = `${path}.part`;
  files.incoming.add(storageKey);
  const handle = await open(part, 'wx', PRIVATE_FILE).catch((error) => {
    files.incoming.delete(storageKey);
    throw asUnavailable(error);
  });
  const hash = new Bun.CryptoHasher('sha256');
  let size = 0;
  let sha256: string | null = null;
  let kept = false;
  async function putForGood() {
    await handle.sync();
    await handle.close();
    sha256 = hash.digest('hex');
    await rename(part, path);
    syncDirectory(files.directory);
  }
  return {
    storageKey,
    get size() {
      return size;
    },
    get sha256() {
      return sha256;
    },
    async write(chunk) {
      size += chunk.byteLength;
      if (size > files.maxFileSize) throw tooLarge(files.maxFileSize);
      hash.update(chunk);
      await writeAll(handle, chunk);
    },
    async keep(record) {
      await putForGood().catch(throwUnavailable);
      const made = await record();
      kept = true;
      return made;
    },
    async [Symbol.asyncDispose]() {
      await handle.close();
      if (!kept) for (const left of [part, path]) await rm(left, { force: true });
      files.incoming.delete(storageKey);
    },
  };
}

/** After the record went. What can't be removed now is left to the sweep. */
export async function removeBytes(
  { files, log }: { files: Files; log: Logger },
  storageKeys: string[],
): Promise<void> {
  for (const storageKey of storageKeys) {
    await rm(pathOf(files, storageKey), { force: true }).catch((err) =>
      log.warn(
        { err, storageKey },
        'could not delete the bytes of a removed file; the next sweep retries',
      ),
    );
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let at = 0;
  while (at < chunk.byteLength) {
    const { bytesWritten } = await handle.write(chunk, at).catch(throwUnavailable);
    at += bytesWritten;
  }
}

function throwUnavailable(error: unknown): never {
  throw asUnavailable(error);
}

/** The disk is full, or fails. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'];

function asUnavailable(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!OF_THE_DISK.includes(code)) return error;
  return new InboxError(
    'unavailable',
    'The inbox cannot save anything at the moment; nothing was saved',
  );
}

export const tooLarge = (maxFileSize: number) =>
  new InboxError('too_large', `A file must not exceed ${sizeOf(maxFileSize)}`);
