/** Archives as they should not be, and data directories to compare. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { sha256 } from '../inbox/files.ts';

export type Packed = { header: Partial<Header> & { name: string }; bytes: Buffer };

export const packed = (
  name: string,
  text: string | Buffer,
  header: Partial<Header> = {},
): Packed => ({
  header: { name, ...header },
  bytes: Buffer.from(text),
});

/** The entries of an archive, the manifest among them. */
export async function unpack(archive: string): Promise<Packed[]> {
  const tar = extract();
  tar.end(Bun.gunzipSync(readFileSync(archive)));
  const entries: Packed[] = [];
  for await (const entry of tar) {
    const bytes = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>));
    entries.push({ header: { name: entry.header.name }, bytes });
  }
  return entries;
}

export async function repack(archive: string, entries: Packed[]): Promise<void> {
  const tar = pack();
  for (const { header, bytes } of entries) tar.entry({ ...header, size: bytes.length }, bytes);
  tar.finalize();
  const whole = Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Buffer>));
  await Bun.write(archive, gzipSync(whole));
}

/** Gives entries a manifest that agrees with them, but for what is changed. */
export function described(entries: Packed[], changes: object = {}): Packed[] {
  const held = entries.filter(({ header }) => header.name !== 'manifest.json');
  const listed = held.map(({ header, bytes }) => ({
    path: header.name,
    size: bytes.length,
    sha256: sha256(bytes),
  }));
  const manifest = { format: 1, version: '0', createdAt: '', entries: listed, ...changes };
  return [...held, packed('manifest.json', JSON.stringify(manifest))];
}

/** Every file of a data directory by its path, as a checksum; not whose turn it was last. */
export function fingerprint(data: string): Record<string, string> {
  const entries = readdirSync(data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/lock/.test(entry.name));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, sha256(readFileSync(path))]));
}
