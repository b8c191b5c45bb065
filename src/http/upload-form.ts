import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { InboxError, invalidField } from '../core/errors.ts';
import { tooLarge } from '../core/files/bytes.ts';
import { eachPart, malformed, type Part } from './multipart.ts';

/** For the boundaries, the parts' headers and the fields other than the file. */
const ROOM_BESIDE_FILE = 1024 * 1024;
const LONGEST_FIELD = 1024;

export type UploadForm = {
  fields: Map<string, string>;
  file?: { filename: string; mimeType: string };
};
type Write = (chunk: Uint8Array) => Promise<void>;

/**
 * Reads an upload as it arrives. The bytes of the part named `file`, wherever it comes, go to
 * `write`, and no more is read than has been written. The first error ends the reading.
 * @param largest the most bytes that the file may have
 */
export async function readUpload(
  request: Request,
  largest: number,
  write: Write,
): Promise<UploadForm> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  const atMost = largest + ROOM_BESIDE_FILE;
  if (Number(request.headers.get('content-length')) > atMost) throw tooLarge(largest);
  const form: UploadForm = { fields: new Map() };
  const body = capped(request.body, atMost, () => tooLarge(largest));
  await eachPart(body, boundary, async (part) => {
    const { name, filename, mimeType } = part;
    if (name !== 'file' || filename === null) {
      form.fields.set(name, await readField(part));
      return;
    }
    if (form.file) throw invalidField(['file'], 'Send one file at a time');
    form.file = { filename, mimeType };
    for await (const chunk of part.body) await write(chunk);
  });
  return form;
}

function boundaryOf(type: string): string {
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new InboxError('wrong_type', 'Send the file as Content-Type: multipart/form-data');
  }
  const [, quoted, token] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? token;
  if (!boundary) throw malformed('no boundary in Content-Type');
  return boundary;
}

/** A longer name is not a known one: it is read and cut. */
async function readField({ body }: Part): Promise<string> {
  let value = Buffer.alloc(0);
  for await (const chunk of body) {
    if (value.length < LONGEST_FIELD) value = Buffer.concat([value, chunk]);
  }
  return value.subarray(0, LONGEST_FIELD).toString('utf8');
}

async function* capped(body: Request['body'], atMost: number, tooLarge: () => Error) {
  let size = 0;
  // A web stream would deliver everything received so far in one piece, which costs memory.
  const chunks = body ? Readable.fromWeb(body as unknown as NodeStream) : [];
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > atMost) throw tooLarge();
      yield chunk as Uint8Array;
    }
  } catch (error) {
    throw error instanceof InboxError ? error : malformed('connection interrupted');
  }
}
