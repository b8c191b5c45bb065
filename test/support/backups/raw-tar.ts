/** Archives byte by byte: headers that lie, and those that no library writes. */
import { gzipSync } from 'node:zlib';

export type RawHeader = {
  name: string;
  /** The size that the header claims; the length of the bytes unless given. */
  size?: number | Buffer;
  type?: string;
  linkname?: string;
  checksum?: number;
};

/** A header and its bytes, each filled up to whole blocks. */
export function rawEntry(header: RawHeader, content: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([rawHeader(header, bytes.length), bytes, padding(bytes.length)]);
}

/** Records for the entry that follows, such as `path=…`, which hold over its own header. */
export function paxEntry(records: Record<string, string>, type = 'x'): Buffer {
  const lines = Object.entries(records).map(([key, value]) => paxRecord(` ${key}=${value}\n`));
  return rawEntry({ name: 'pax', type }, lines.join(''));
}

export const endOfTar = Buffer.alloc(1024);

export const rawArchive = (...parts: Buffer[]) => gzipSync(Buffer.concat([...parts, endOfTar]));

function rawHeader({ name, size, type = '0', linkname = '', checksum }: RawHeader, length: number) {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000600\0', 100);
  if (Buffer.isBuffer(size)) size.copy(header, 124);
  else header.write(`${(size ?? length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(type, 156);
  header.write(linkname, 157, 100);
  header.write('ustar\x0000', 257);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${(checksum ?? sum).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Its own length comes first, its digits counted too. */
function paxRecord(rest: string): string {
  const bytes = Buffer.byteLength(rest);
  let length = bytes + 1;
  while (`${length}`.length + bytes !== length) length++;
  return `${length}${rest}`;
}

const padding = (length: number) => Buffer.alloc((512 - (length % 512)) % 512);
