/** Multipart bodies (RFC 7578), read as they arrive. */
import { invalidField } from '../core/errors.ts';
import { type PartHead, readPartHead } from './part-head.ts';

const LARGEST_HEAD = 16 * 1024;
const MOST_PARTS = 50;

export type Part = PartHead & { body: AsyncIterable<Uint8Array> };

/**
 * Passes the parts to `take` one after another, which must read the part's body to its end. A body
 * that ends before its form does is malformed.
 */
export async function eachPart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  const scan = scanner(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  try {
    for await (const _preamble of scan.until(delimiter));
    for (let parts = 0; (await scan.take(2)) !== '--'; parts++) {
      if (parts === MOST_PARTS) throw malformed(`more than ${MOST_PARTS} parts`);
      const head = await readHead(scan.until(Buffer.from('\r\n\r\n')));
      const named = readPartHead(head);
      if (!named) throw malformed('a part has no name');
      await take({ ...named, body: scan.until(delimiter) });
    }
    await scan.skipRest();
  } finally {
    await scan.stop();
  }
}

export const malformed = (why: string) =>
  invalidField([], `Malformed multipart body: ${why}`, 'invalid_format');

function scanner(body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]();
  // The first delimiter has no preceding line that would end with these.
  let held: Buffer = Buffer.from('\r\n');
  async function more() {
    const { done, value } = await chunks.next();
    if (done) throw malformed('unexpected end');
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
  }
  function cut(length: number) {
    const piece = held.subarray(0, length);
    held = held.subarray(length);
    return piece;
  }
  return {
    /** Yields the bytes before the delimiter, piece by piece, and skips the delimiter. */
    async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
      for (let at = held.indexOf(delimiter); at < 0; at = held.indexOf(delimiter)) {
        const piece = cut(held.length - startedLength(held, delimiter));
        if (piece.length > 0) yield piece;
        await more();
      }
      const last = cut(held.indexOf(delimiter));
      cut(delimiter.length);
      if (last.length > 0) yield last;
    },
    async take(length: number): Promise<string> {
      while (held.length < length) await more();
      return cut(length).toString('latin1');
    },
    async skipRest() {
      while (!(await chunks.next()).done);
    },
    async stop() {
      await chunks.return?.();
    },
  };
}

/** Returns how many bytes at the end may be the start of the delimiter. */
function startedLength(held: Buffer, delimiter: Buffer): number {
  const tail = held.subarray(Math.max(held.length - delimiter.length + 1, 0));
  const start = tail.indexOf('\r');
  return start < 0 ? 0 : tail.length - start;
}

async function readHead(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const piece of pieces) {
    head = Buffer.concat([head, piece]);
    if (head.length > LARGEST_HEAD) throw malformed('part headers too long');
  }
  return head;
}
