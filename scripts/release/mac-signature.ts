/**
 * Signs an executable for macOS ad hoc: with a hash of each page, and no certificate. macOS ends a program when a page
 * does not have its hash.
 *
 * The formats: `mach-o/loader.h` of Apple's cctools, and `cs_blobs.h` of its kernel.
 */
import { createHash } from 'node:crypto';

const SEGMENT = 0x19;
const CODE_SIGNATURE = 0x1d;
const PAGE = 4096;
const HASH = 32;
const IDENTITY = Buffer.from('inbox\0');
/** Where the identity begins in the code directory: its fixed part comes before. */
const FIXED = 88;
/** The only blob of the signature begins after the list of blobs. */
const LIST = 20;
/** A linker sets these flags too: no certificate, and tools may replace it. */
const AD_HOC_BY_LINKER = 0x20002;

/** Returns the executable with a signature that replaces the one at its end. */
export function signAdHoc(executable: Uint8Array): Uint8Array {
  const old = Buffer.from(executable);
  const { text, linkEdit, signature } = commandsIn(old);
  const limit = old.readUInt32LE(signature + 8);
  const pages = Math.ceil(limit / PAGE);
  const size = aligned(LIST + FIXED + IDENTITY.length + pages * HASH, 16);
  const signed = Buffer.alloc(limit + size);
  old.copy(signed, 0, 0, limit);
  const inLinkEdit = signed.length - Number(old.readBigUInt64LE(linkEdit + 40));
  signed.writeUInt32LE(size, signature + 12);
  signed.writeBigUInt64LE(BigInt(inLinkEdit), linkEdit + 48);
  // In the largest pages that a Mac has.
  signed.writeBigUInt64LE(BigInt(aligned(inLinkEdit, 0x4000)), linkEdit + 32);
  const textSize = old.readBigUInt64LE(text + 48);
  // After all else: the commands above are in the first page.
  codeDirectory(signed.subarray(0, limit), pages, textSize).copy(signed, limit);
  return signed;
}

/** Returns where the commands are that name the code, the end of the file and the signature in it. */
function commandsIn(file: Buffer) {
  const found = new Map<string, number>();
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    const command = file.readUInt32LE(at);
    const name = command === SEGMENT ? file.toString('latin1', at + 8, at + 24) : `${command}`;
    found.set(name.replaceAll('\0', ''), at);
    at += file.readUInt32LE(at + 4);
  }
  const offset = (name: string) => {
    const one = found.get(name);
    if (one === undefined) throw new Error(`The executable for macOS has no ${name}`);
    return one;
  };
  return {
    text: offset('__TEXT'),
    linkEdit: offset('__LINKEDIT'),
    signature: offset(`${CODE_SIGNATURE}`),
  };
}

function codeDirectory(code: Buffer, pages: number, textSize: bigint): Buffer {
  const length = FIXED + IDENTITY.length + pages * HASH;
  const blob = Buffer.alloc(LIST + length);
  const list = [0xfade0cc0, blob.length, 1, 0, LIST];
  const hashes = FIXED + IDENTITY.length;
  const fields = [
    0xfade0c02,
    length,
    0x20400,
    AD_HOC_BY_LINKER,
    hashes,
    FIXED,
    0,
    pages,
    code.length,
  ];
  for (const [index, value] of [...list, ...fields].entries()) blob.writeUInt32BE(value, index * 4);
  // The size of a hash, SHA-256, no platform, and the size of a page as a power of 2.
  blob.set([HASH, 2, 0, Math.log2(PAGE)], LIST + 36);
  blob.writeBigUInt64BE(textSize, LIST + 72);
  // The code is that of a program, not of a library.
  blob.writeBigUInt64BE(1n, LIST + 80);
  IDENTITY.copy(blob, LIST + FIXED);
  for (let page = 0; page < pages; page++) {
    const bytes = code.subarray(page * PAGE, (page + 1) * PAGE);
    createHash('sha256')
      .update(bytes)
      .digest()
      .copy(blob, LIST + hashes + page * HASH);
  }
  return blob;
}

const aligned = (size: number, to: number) => Math.ceil(size / to) * to;
