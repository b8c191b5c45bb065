/** An archive: a gzipped tar whose last entry is the manifest. Streamed both ways: memory stays flat. */
import { createReadStream, createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { InboxError } from '../core/errors.ts';
import { broken, type Entry, MANIFEST, type Manifest, mayHold, parseManifest } from './manifest.ts';
import { createPlaces } from './places.ts';

/** Receives the number of further bytes read. */
export type Progress = (bytes: number) => void;
export type Source = { path: string; file: string; size: number };

/** Writes the files to a new archive; `describe` creates the manifest from what was read. */
export async function writeArchive(
  archive: string,
  sources: Source[],
  describe: (entries: Entry[]) => Manifest,
  progress: Progress,
): Promise<Manifest> {
  const tar = pack();
  // Most files are text or already compressed: the fastest level saves nearly as much as the
  // others.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const sink = createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true });
  const [manifest] = await Promise.all([
    fill(tar, sources, describe, progress).catch((error) => {
      tar.destroy(error);
      throw error;
    }),
    pipeline(tar, gzip, sink),
  ]);
  return manifest;
}

type Pack = ReturnType<typeof pack>;

async function fill(
  tar: Pack,
  sources: Source[],
  describe: (entries: Entry[]) => Manifest,
  progress: Progress,
): Promise<Manifest> {
  const entries: Entry[] = [];
  for (const source of sources) entries.push(await add(tar, source, progress));
  const manifest = describe(entries);
  tar.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify(manifest));
  tar.finalize();
  return manifest;
}

async function add(tar: Pack, { path, file, size }: Source, progress: Progress): Promise<Entry> {
  const sum = summing(progress);
  await pipeline(
    createReadStream(file, { highWaterMark: CHUNK }),
    sum.stream,
    tar.entry({ name: path, size, mode: 0o600 }),
  );
  return { path, size, sha256: sum.digest() };
}

const CHUNK = 256 * 1024;
/** A manifest has about 150 bytes a file. */
const LARGEST_MANIFEST = 512 * 1024 * 1024;

/** Consumes the bytes of an entry, as many as its header states. */
export type Take = (path: string, bytes: Readable, size: number) => Promise<void>;

/**
 * Reads an archive to its end. Throws unless it is complete and contains exactly what its manifest
 * lists.
 */
export async function readArchive(
  archive: string,
  take: Take,
  progress: Progress,
): Promise<Manifest> {
  const tar = extract();
  const read = pipeline(
    createReadStream(archive),
    counting((chunk) => progress(chunk.length)),
    createGunzip(),
    tar,
  );
  const [seen] = await Promise.all([
    readEntries(tar, take).catch((error) => {
      tar.destroy(error);
      throw error;
    }),
    read,
  ]).catch((error) => {
    throw isOfTheData(error) ? broken('it is damaged, or not a .tar.gz archive') : error;
  });
  return settle(seen);
}

type Bytes = AsyncIterable<Buffer>;
type Seen = {
  entries: Map<string, Entry>;
  collides: ReturnType<typeof createPlaces>;
  manifest: Manifest | null;
};

async function readEntries(tar: ReturnType<typeof extract>, take: Take): Promise<Seen> {
  const seen: Seen = { entries: new Map(), collides: createPlaces(), manifest: null };
  for await (const entry of tar) {
    const { name, type, size = 0 } = entry.header;
    const bytes = entry as Bytes;
    if (seen.manifest) throw broken('data follows the manifest');
    if (type !== 'file') throw broken(`“${name}” is a ${type}, not a file`);
    if (name === MANIFEST) seen.manifest = parseManifest(await textOf(bytes));
    else seen.entries.set(name, await takeOne({ path: name, size }, bytes, seen, take));
  }
  return seen;
}

type Claimed = Pick<Entry, 'path' | 'size'>;

async function takeOne(claimed: Claimed, bytes: Bytes, seen: Seen, take: Take): Promise<Entry> {
  const { path } = claimed;
  if (!mayHold(path)) throw broken(`“${path}” does not belong in a backup`);
  if (seen.entries.has(path)) throw broken(`“${path}” occurs twice`);
  const other = seen.collides(path);
  if (other !== null) throw broken(`“${path}” and “${other}” are the same name on some systems`);
  let size = 0;
  const sum = summing((more) => {
    size += more;
  });
  await Promise.all([pipeline(bytes, sum.stream), take(path, sum.stream, claimed.size)]);
  return { path, size, sha256: sum.digest() };
}

function settle({ entries, manifest }: Seen): Manifest {
  if (!manifest) throw broken('the manifest at its end is missing');
  for (const { path, size, sha256 } of manifest.entries) {
    const found = entries.get(path);
    if (!found) throw broken(`“${path}” is missing`);
    if (found.size !== size || found.sha256 !== sha256) throw broken(`“${path}” was altered`);
  }
  const known = new Set(manifest.entries.map((entry) => entry.path));
  const [unlisted] = entries.keys().filter((path) => !known.has(path));
  if (unlisted) throw broken(`“${unlisted}” is not in the manifest`);
  if (!known.has('inbox.db')) throw broken('the database is missing');
  return manifest;
}

async function textOf(bytes: Bytes): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > LARGEST_MANIFEST) throw broken('the manifest is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const counting = (look: (chunk: Buffer) => void) =>
  new Transform({
    highWaterMark: CHUNK,
    transform(chunk: Buffer, _, done) {
      look(chunk);
      done(null, chunk);
    },
  });

/** Passes bytes through and counts them. */
function summing(progress: Progress) {
  const hash = new Bun.CryptoHasher('sha256');
  const stream = counting((chunk) => {
    hash.update(chunk);
    progress(chunk.length);
  });
  return { stream, digest: () => hash.digest('hex') };
}

/** Errors by zlib and tar concern the data; those of the disk have a system call. */
const isOfTheData = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof InboxError) && !('syscall' in error);
