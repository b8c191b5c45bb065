/** Stores the bytes of files under `files/` in the data directory. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makePrivateDirectory, PRIVATE_FILE } from '../../storage/private.ts';
import { syncDirectory } from '../../storage/sync.ts';
import { asUnavailable, type Files, type IncomingBytes, tooLarge } from './bytes.ts';

type Folder = {
  directory: string;
  maxFileSize: number;
  /** The keys of bytes being received: no record names them yet, and no sweep may remove them. */
  incoming: Set<string>;
};

/** Creates the directory if it is missing. */
export function openFiles(data: string, maxFileSize: number, log: Logger): Files {
  const directory = join(data, 'files');
  if (makePrivateDirectory(directory)) syncDirectory(data);
  const folder: Folder = { directory, maxFileSize, incoming: new Set() };
  return {
    maxFileSize,
    receive: () => receive(folder),
    async open(storageKey) {
      const bytes = Bun.file(join(directory, storageKey));
      return (await bytes.exists()) ? bytes : undefined;
    },
    async remove(storageKeys) {
      for (const storageKey of storageKeys) {
        await rm(join(directory, storageKey), { force: true }).catch((err) =>
          log.warn(
            { err, storageKey },
            'could not delete the bytes of a removed file; the next sweep retries',
          ),
        );
      }
    },
    list: () => list(folder),
  };
}

async function receive(folder: Folder): Promise<IncomingBytes> {
  const storageKey = randomUUID();
  const path = join(folder.directory, storageKey);
  const part = `${path}.part`;
  folder.incoming.add(storageKey);
  const handle = await open(part, 'wx', PRIVATE_FILE).catch((error) => {
    folder.incoming.delete(storageKey);
    throw asUnavailable(error);
  });
  const hash = new Bun.CryptoHasher('sha256');
  let size = 0;
  let sha256: string | null = null;
  let kept = false;
  async function syncAndRename() {
    await handle.sync();
    await handle.close();
    sha256 = hash.digest('hex');
    await rename(part, path);
    syncDirectory(folder.directory);
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
      if (size > folder.maxFileSize) throw tooLarge(folder.maxFileSize);
      hash.update(chunk);
      await writeAll(handle, chunk);
    },
    async keep(record) {
      await syncAndRename().catch(throwUnavailable);
      const made = await record();
      kept = true;
      return made;
    },
    async [Symbol.asyncDispose]() {
      await handle.close();
      if (!kept) for (const left of [part, path]) await rm(left, { force: true });
      folder.incoming.delete(storageKey);
    },
  };
}

/** Other files in the directory were put there by people. */
const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.part)?$/;

/** Lists the directory first: an upload that ends during it is still among the incoming ones. */
async function list({ directory, incoming }: Folder): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => OURS.test(name));
  return names.filter((name) => !incoming.has(name.replace('.part', '')));
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
