/** Multipart bodies (RFC 7578), read as they arrive. */
import { invalidField } from '../core/errors.ts';

const LARGEST_HEAD = 16 * 1024;
const MOST_PARTS = 50;

export type Part = {
  name: string;
  /** Null for a field. */
  filename: string | null;
  mimeType: string;
  body: AsyncIterable<Uint8Array>;
};

/**
 * Hands each part over in turn and reads on when `take` has ended, which must have read the part's
 * body to its end. A body that ends before its form does is malformed.
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
      if (parts === MOST_PARTS) throw malformed(`it has more than ${MOST_PARTS} parts`);
      const head = await readHead(scan.until(Buffer.from('\r\n\r\n')));
      await take({ ...partOf(head), body: scan.until(delimiter) });
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
  // The first delimiter has no line before it that would end with these.
  let held: Buffer = Buffer.from('\r\n');
  async function more() {
    const { done, value } = await chunks.next();
    if (done) throw malformed('it ends too soon');
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
  }
  function cut(length: number) {
    const piece = held.subarray(0, length);
    held = held.subarray(length);
    return piece;
  }
  return {
    /** What stands before the delimiter, piece by piece; steps over the delimiter. */
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

/** How many bytes at the end may be the delimiter's beginning. */
function startedLength(held: Buffer, delimiter: Buffer): number {
  const tail = held.subarray(Math.max(held.length - delimiter.length + 1, 0));
  const start = tail.indexOf('\r');
  return start < 0 ? 0 : tail.length - start;
}

async function readHead(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const piece of pieces) {
    head = Buffer.concat([head, piece]);
    if (head.length > LARGEST_HEAD) throw malformed('the headers of a part are too long');
  }
  return head.toString('utf8');
}

function partOf(head: string): Omit<Part, 'body'> {
  const disposition = headerOf(head, 'content-disposition');
  if (!/^form-data\s*;/i.test(disposition)) throw malformed('a part does not say what it is');
  const parameters = parametersOf(disposition);
  const mimeType = headerOf(head, 'content-type').split(';')[0]?.trim() ?? '';
  const isBytes = mimeType.toLowerCase() === 'application/octet-stream';
  const filename = extended(parameters.get('filename*')) ?? parameters.get('filename');
  return {
    name: parameters.get('name') ?? '',
    // Some clients send a buffer by its type alone.
    filename: filename ?? (isBytes ? '' : null),
    mimeType,
  };
}

function headerOf(head: string, name: string): string {
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

/** Each character fits in one way: an end that is missing is found out at once. `"C:\"` is a name too. */
const PARAMETER =
  /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"|"([^"]*)"|([^\s;]*))/g;

function parametersOf(header: string): Map<string, string> {
  const found = header.matchAll(PARAMETER);
  return new Map(
    [...found].map(([, name = '', quoted, unescaped, token = '']) => [
      name.toLowerCase(),
      quoted?.replace(/\\(["\\])/g, '$1') ?? unescaped ?? token,
    ]),
  );
}

/** A value as RFC 8187 writes it, which some clients do for names beyond ASCII. */
function extended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? [];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
