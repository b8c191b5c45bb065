/** The signature of the executables for macOS, read as its kernel reads it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { signAdHoc } from '../../scripts/release/mac-signature.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const root = join(import.meta.dir, '../..');
const isSlow = process.env.INBOX_TEST_SLOW === '1';

type Segment = { name: string; at: number; inMemory: number; offset: number; size: number };

function readMachO(bytes: Uint8Array) {
  const file = Buffer.from(bytes);
  const segments: Segment[] = [];
  let signature = { offset: 0, size: 0 };
  for (let at = 32, left = file.readUInt32LE(16); left > 0; left--) {
    const kind = file.readUInt32LE(at);
    const long = (offset: number) => Number(file.readBigUInt64LE(at + offset));
    if (kind === 0x19) {
      const name = file.toString('latin1', at + 8, at + 24).replaceAll('\0', '');
      segments.push({ name, at: long(24), inMemory: long(32), offset: long(40), size: long(48) });
    }
    if (kind === 0x1d) {
      signature = { offset: file.readUInt32LE(at + 8), size: file.readUInt32LE(at + 12) };
    }
    at += file.readUInt32LE(at + 4);
  }
  return { file, segments, signature };
}

/** The first blob of a signature, which lists the hashes. */
function directoryOf({ file, signature }: ReturnType<typeof readMachO>) {
  const blob = file.subarray(signature.offset);
  const directory = blob.subarray(blob.readUInt32BE(16));
  const field = (index: number) => directory.readUInt32BE(index * 4);
  const identity = directory.subarray(field(5));
  return {
    magic: [blob.readUInt32BE(0), field(0)],
    isWithin: blob.readUInt32BE(4) <= signature.size,
    flags: field(3),
    identity: identity.toString('latin1', 0, identity.indexOf(0)),
    limit: field(8),
    codeOf: Number(directory.readBigUInt64BE(72)),
    pageSize: 2 ** directory.readUInt8(39),
    pages: field(7),
    hashOf: (page: number) => directory.subarray(field(4) + page * 32, field(4) + (page + 1) * 32),
  };
}

/** Returns the pages that do not have the hash that is listed for them. */
function wrongPages(bytes: Uint8Array): number[] {
  const read = readMachO(bytes);
  const { pages, pageSize, limit, hashOf } = directoryOf(read);
  const isWrong = (page: number) => {
    const code = read.file.subarray(page * pageSize, Math.min((page + 1) * pageSize, limit));
    return !hashOf(page).equals(new Bun.CryptoHasher('sha256').update(code).digest());
  };
  return Array.from({ length: pages }, (_, page) => page).filter(isWrong);
}

function expectToBeSigned(bytes: Uint8Array): void {
  const read = readMachO(bytes);
  const { signature, segments } = read;
  const directory = directoryOf(read);
  expect(directory).toMatchObject({
    magic: [0xfade0cc0, 0xfade0c02],
    isWithin: true,
    flags: 0x20002,
    identity: 'inbox',
    // Each byte before the signature.
    limit: signature.offset,
    pages: Math.ceil(signature.offset / directory.pageSize),
    codeOf: segments.find(({ name }) => name === '__TEXT')?.size,
  });
  expect(wrongPages(bytes)).toEqual([]);
  expect(signature.offset + signature.size).toBe(bytes.length);
  const last = segments.at(-1);
  expect(last?.name).toBe('__LINKEDIT');
  expect(Number(last?.offset) + Number(last?.size)).toBe(bytes.length);
  expect(Number(last?.inMemory)).toBeGreaterThanOrEqual(Number(last?.size));
}

/** An executable with a signature from before something was put into it, as Bun leaves it. */
function staleExecutable(): Uint8Array {
  const [text, linkEdit] = [3 * 4096, 5000];
  const file = Buffer.alloc(text + linkEdit, 'code');
  file.fill(0, 0, 4096);
  file.writeUInt32LE(0xfeedfacf, 0);
  file.writeUInt32LE(3, 16);
  const segment = (at: number, name: string, offset: number, size: number) => {
    file.writeUInt32LE(0x19, at);
    file.writeUInt32LE(72, at + 4);
    file.write(name, at + 8);
    for (const [index, value] of [offset, 0x4000, offset, size].entries()) {
      file.writeBigUInt64LE(BigInt(value), at + 24 + index * 8);
    }
  };
  segment(32, '__TEXT', 0, text);
  segment(104, '__LINKEDIT', text, linkEdit);
  const signature = text + 4096 + 16;
  for (const [index, value] of [0x1d, 16, signature, linkEdit - 4096 - 16].entries()) {
    file.writeUInt32LE(value, 176 + index * 4);
  }
  return file;
}

test('hashes every page of an executable for macOS, and replaces an older signature', () => {
  const signed = signAdHoc(staleExecutable());
  expectToBeSigned(signed);
  expect(signAdHoc(signed)).toEqual(signed);
  for (const at of [0, 4096, 16_000]) {
    const changed = Buffer.from(signed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(wrongPages(changed)).toEqual([Math.floor(at / 4096)]);
  }
});

test('refuses an executable that has no place for a signature', () => {
  const file = Buffer.from(staleExecutable());
  file.writeUInt32LE(2, 16);
  expect(() => signAdHoc(file)).toThrow('The executable for macOS has no');
});

for (const processor of ['x64', 'arm64']) {
  const promise = `signs the executable for macOS on ${processor}`;
  const body = async () => {
    const folder = temporaryDirectory();
    const file = join(folder, 'inbox');
    const build = [process.execPath, 'scripts/build-executable.ts', file];
    const child = Bun.spawn([...build, `bun-darwin-${processor}`], { cwd: root });
    expect(await child.exited).toBe(0);
    expectToBeSigned(await Bun.file(file).bytes());
    removeDirectory(folder);
  };
  if (isSlow) test(promise, body, 600_000);
  else test.skip(`${promise} (NOT TESTED HERE: set INBOX_TEST_SLOW=1)`, body);
}
