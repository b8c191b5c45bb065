import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import busboy from 'busboy';
import { InboxError, invalidField } from '../core/errors.ts';
import { tooLarge } from '../core/files/bytes.ts';

/** For the boundaries, the headers of the parts and the fields beside the file. */
const ROOM_BESIDE_FILE = 1024 * 1024;
const LONGEST_FIELD = 1024;
const MOST_PARTS = 50;

export type Form = {
  fields: Map<string, string>;
  file?: { filename: string; mimeType: string };
};
type Write = (chunk: Uint8Array) => Promise<void>;

/**
 * Reads a multipart body as it arrives. The bytes of the part named `file`, wherever it stands, go to
 * `write`, and no more is read than has been written. An error ends the reading at once.
 * @param largest bytes that the file may have
 */
export async function readForm(request: Request, largest: number, write: Write): Promise<Form> {
  const atMost = largest + ROOM_BESIDE_FILE;
  if (Number(request.headers.get('content-length')) > atMost) throw tooLarge(largest);
  const form: Form = { fields: new Map() };
  const parser = parserFor(request);
  let writing: Promise<void> | undefined;
  let failure: unknown;
  const end = (error: unknown) => {
    failure ??= error;
    parser.destroy(error as Error);
  };
  parser.on('field', (name, value) => form.fields.set(name, value));
  parser.on('partsLimit', () => end(invalidField([], `A form has at most ${MOST_PARTS} parts`)));
  parser.on('file', (name, stream, { filename, mimeType }) => {
    // A stream that breaks off tells the parser too; without a listener it would end the process.
    stream.on('error', () => {});
    if (name !== 'file') return stream.resume();
    if (form.file) return end(invalidField(['file'], 'Send one file at a time'));
    form.file = { filename: filename ?? '', mimeType };
    writing = writeAll(stream, (chunk) => write(chunk).catch(end));
    writing.catch(() => {});
  });
  try {
    await pipeline(
      capped(request.body, atMost, () => tooLarge(largest)),
      parser,
    );
    await writing;
  } catch (error) {
    throw failure ?? (error instanceof InboxError ? error : malformed(error));
  }
  return form;
}

function parserFor(request: Request): busboy.Busboy {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new InboxError('wrong_type', 'Send the file as Content-Type: multipart/form-data');
  }
  const limits = { parts: MOST_PARTS, fieldSize: LONGEST_FIELD };
  try {
    return busboy({ headers: { 'content-type': type }, defParamCharset: 'utf8', limits });
  } catch (error) {
    throw malformed(error);
  }
}

async function writeAll(stream: Readable, write: Write): Promise<void> {
  for await (const chunk of stream) await write(chunk);
}

async function* capped(body: Request['body'], atMost: number, tooLarge: () => Error) {
  let size = 0;
  // Read as a web stream, it hands over in one piece all that gathered, which costs memory.
  for await (const chunk of body ? Readable.fromWeb(body as NodeStream) : []) {
    size += chunk.byteLength;
    if (size > atMost) throw tooLarge();
    yield chunk;
  }
}

const malformed = (error: unknown) =>
  invalidField([], `Malformed multipart body: ${(error as Error).message}`, 'invalid_format');
