import type { Attachment } from '../core/files/schema.ts';
import { dispositionOf } from './disposition.ts';
import { matchesIfNoneMatch, rangeOf } from './ranges.ts';

/** Answers with the file, or with the range of it that the request's headers ask for. */
export function download(
  { attachment, bytes }: { attachment: Attachment; bytes: Blob },
  asked: Headers,
): Response {
  const { size } = attachment;
  const headers = headersOf(attachment);
  if (matchesIfNoneMatch(asked.get('if-none-match'), headers.etag)) {
    return new Response(null, { status: 304, headers: { etag: headers.etag } });
  }
  const ifRange = asked.get('if-range');
  const wholeOnly = ifRange !== null && ifRange !== headers.etag;
  const range = rangeOf(wholeOnly ? null : asked.get('range'), size);
  if (range === 'whole') return new Response(bytes, { headers });
  if (range === 'unsatisfiable') return unsatisfiable(size);
  const { start, end } = range;
  return new Response(bytes.slice(start, end), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end - 1}/${size}` },
  });
}

/** A file that an unknown person uploaded must not run as a page of this origin. */
const headersOf = ({ id, filename, mimeType }: Attachment) => ({
  'content-type': mimeType,
  'content-disposition': dispositionOf(filename, mimeType),
  // The bytes of an attachment never change.
  etag: `"${id}"`,
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'content-security-policy': SANDBOX,
});

const SANDBOX =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

function unsatisfiable(size: number): Response {
  const message = `The file has ${size} bytes`;
  const headers = { 'content-range': `bytes */${size}` };
  return Response.json({ statusCode: 416, message }, { status: 416, headers });
}
