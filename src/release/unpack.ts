/** Takes the executable out of an archive whose checksum was right, and the manual page. */
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, inflateRawSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { ReleaseRefused } from './refused.ts';

type Entry = { path: string; bytes: AsyncIterable<Buffer> };

/** Writes the executable into a file, and returns the manual page. */
export async function unpack(archive: string, system: string, executable: string): Promise<string> {
  const isZip = system.startsWith('windows');
  const found = { executable: false, manual: '' };
  for await (const { path, bytes } of isZip ? inZip(archive) : inTar(archive)) {
    const [, name = '', ...deeper] = path.split('/');
    if (deeper.length === 0 && /^inbox(\.exe)?$/.test(name)) {
      await pipeline(bytes, createWriteStream(executable, { mode: 0o755, flush: true }));
      found.executable = true;
    } else {
      const text = Buffer.concat(await Array.fromAsync(bytes)).toString();
      if (deeper.length === 0 && name === 'inbox.1') found.manual = text;
    }
  }
  if (found.executable) return found.manual;
  throw new ReleaseRefused(`The archive for ${system} has no executable in it`);
}

async function* inTar(archive: string): AsyncGenerator<Entry> {
  const tar = extract();
  const read = pipeline(createReadStream(archive), createGunzip(), tar);
  // The loop throws it first.
  read.catch(() => {});
  for await (const entry of tar) {
    yield { path: entry.header.name, bytes: entry as AsyncIterable<Buffer> };
  }
  await read;
}

const END = Buffer.from('PK\x05\x06');
const END_SIZE = 22;

/** Reads the directory at the end of a zip file as `zip` in scripts/release writes it. */
async function* inZip(archive: string): AsyncGenerator<Entry> {
  const file = readFileSync(archive);
  const end = file.lastIndexOf(END);
  if (end < 0 || end + END_SIZE > file.length)
    throw new ReleaseRefused('The archive is not a zip file');
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const [packed, name, extra, comment] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
    ];
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const path = file.toString('utf8', at + 46, at + 46 + name);
    yield { path, bytes: once(inflateRawSync(file.subarray(from, from + packed))) };
    at += 46 + name + extra + comment;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
