// Archives whose bytes depend only on their content: sorted, owned by root, with the same time.
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

export type Entry = { path: string; bytes: Uint8Array; mode: number };

/** @param madeAt seconds since 1970, for every entry */
export async function tarGz(entries: Entry[], madeAt: number): Promise<Uint8Array<ArrayBuffer>> {
  const tar = pack();
  const mtime = new Date(madeAt * 1000);
  for (const name of foldersOf(entries)) tar.entry({ name, type: 'directory', mode: 0o755, mtime });
  for (const { path, bytes, mode } of sorted(entries)) {
    tar.entry({ name: path, mode, mtime, size: bytes.length }, Buffer.from(bytes));
  }
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) parts.push(part as Buffer);
  return gzip(Buffer.concat(parts));
}

/** Without a name and a time, which gzip would write. */
export const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));

const sorted = (entries: Entry[]) =>
  [...entries].sort((one, other) => (one.path < other.path ? -1 : 1));

/** Returns every folder above an entry, the outer ones first. */
function foldersOf(entries: Entry[]): string[] {
  const folders = entries.flatMap(({ path }) => {
    const names = path.split('/').slice(0, -1);
    return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
  });
  return [...new Set(folders)].sort();
}

const UTF8 = 0x0800;
const DEFLATED = 8;
const MADE_ON_UNIX = 0x0314;

/** Does the same for Windows, which unpacks these with a click. */
export function zip(entries: Entry[], madeAt: number): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes, mode } of sorted(entries)) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes);
    const common = commonHeader(name, bytes, packed.length, madeAt);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 6);
    central.writeUInt32LE(offset, 10);
    const head = Buffer.from('PK\x01\x02\x00\x00');
    head.writeUInt16LE(MADE_ON_UNIX, 4);
    directory.push(head, common, central, name);
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  return Buffer.concat([...parts, listing, endOf(entries.length, listing.length, offset)]);
}

/** The header that is both before a file and in the directory at the end. */
function commonHeader(name: Buffer, bytes: Uint8Array, packed: number, madeAt: number): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(UTF8, 2);
  header.writeUInt16LE(DEFLATED, 4);
  header.writeUInt32LE(dosTime(madeAt), 6);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(packed, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function dosTime(madeAt: number): number {
  const at = new Date(madeAt * 1000);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
