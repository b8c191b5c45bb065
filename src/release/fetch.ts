/** Fetches a release: its manifest, which counts by its signature, and an archive, which counts by the manifest. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  addressOf,
  archiveFile,
  MANIFEST,
  type Manifest,
  parseManifest,
  SIGNATURE,
} from './manifest.ts';
import { ReleaseRefused } from './refused.ts';
import { isSignedBy } from './signature.ts';

/** A connection without a byte for this time is given up. */
const STALLED_MS = 60_000;

/** @param keys those whose signature counts */
export async function newestRelease(url: string, keys: string[]): Promise<Manifest> {
  const [manifest, signature] = await Promise.all(
    [MANIFEST, SIGNATURE].map((name) => fetched(addressOf(url, name), (body) => body.bytes())),
  );
  if (!manifest || !signature || !isSignedBy(keys, manifest, textOf(signature))) {
    throw new ReleaseRefused(`${addressOf(url, MANIFEST)} is not signed with a key of the inbox`);
  }
  const parsed = parseManifest(textOf(manifest));
  if (parsed) return parsed;
  throw new ReleaseRefused(`${addressOf(url, MANIFEST)} is from another kind of release`);
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Writes the archive of a system into a file. It is the one that the manifest lists when this resolves. */
export async function fetchArchive(
  url: string,
  { version, files }: Manifest,
  system: string,
  file: string,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const name = archiveFile(version, system);
  const listed = files.find((one) => one.name === name);
  if (!listed) throw new ReleaseRefused(`The release ${version} has no file for ${system}`);
  const hash = createHash('sha256');
  await fetched(addressOf(url, name, version), (response, onBytes) => {
    const total = Number(response.headers.get('content-length'));
    let done = 0;
    const through = new Transform({
      transform(chunk: Buffer, _, next) {
        onBytes();
        hash.update(chunk);
        done += chunk.length;
        onProgress(done, total);
        next(null, chunk);
      },
    });
    const body = Readable.fromWeb(response.body as never);
    return pipeline(body, through, createWriteStream(file, { mode: 0o600, flush: true }));
  });
  if (hash.digest('hex') === listed.sha256) return;
  throw new ReleaseRefused(
    `${name} is not what the manifest lists: it was cut or changed on its way`,
  );
}

/** Calls `onBytes` with each part of a long answer. */
async function fetched<T>(
  address: string,
  read: (response: Response, onBytes: () => void) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const stalled = setTimeout(() => ending.abort(), STALLED_MS);
  try {
    const response = await fetch(address, {
      signal: ending.signal,
      // A server may call the archive a compressed text, which would be unpacked.
      decompress: false,
      headers: { 'accept-encoding': 'identity' },
    });
    if (!response.ok) throw new ReleaseRefused(`${address} answered ${response.status}`);
    return await read(response, () => stalled.refresh());
  } catch (error) {
    if (error instanceof ReleaseRefused || isOfFile(error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ReleaseRefused(
      `${address} cannot be fetched (${code ?? message}): check the network`,
    );
  } finally {
    clearTimeout(stalled);
  }
}

/** A full disk is not a fault of the network. */
const isOfFile = (error: unknown) =>
  ['ENOSPC', 'EACCES', 'EDQUOT', 'EIO', 'EROFS'].includes(
    `${(error as NodeJS.ErrnoException).code}`,
  );
