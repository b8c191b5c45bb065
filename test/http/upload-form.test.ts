import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { InboxError } from '../../src/core/errors.ts';
import { readUpload } from '../../src/http/upload-form.ts';
import { anyCharacter } from '../support/texts/characters.ts';

/** A form with one file, handed over in pieces of these lengths. */
const NAMED = 'Content-Disposition: form-data; name="file"; filename="a"';

function requestOf(file: Uint8Array, pieces: number[], head: string | Buffer = NAMED): Request {
  const body = Buffer.concat([
    Buffer.from('--b\r\n'),
    Buffer.from(head),
    Buffer.from('\r\n\r\n'),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  async function* cut() {
    let at = 0;
    for (const piece of pieces) {
      yield body.subarray(at, at + piece);
      at += piece;
    }
    yield body.subarray(at);
  }
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: cut() as unknown as ReadableStream,
  });
}

const pieces = fc.array(fc.integer({ min: 1, max: 20 }));
const nearlyBoundaries = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '-', '--', '--b', '\r\n--', 'b', '\0', 'x'))
  .map((parts) => parts.join(''));

test('reads a file that resembles its form, in whatever chunks', async () => {
  const file = nearlyBoundaries
    .filter((text) => !text.includes('\r\n--b'))
    .map((text) => Buffer.from(text));
  await fc.assert(
    fc.asyncProperty(file, pieces, async (file, cuts) => {
      const written: Uint8Array[] = [];
      const form = await readUpload(requestOf(file, cuts), 1000, async (chunk) => {
        written.push(Uint8Array.from(chunk));
      });
      expect(form.file?.filename).toBe('a');
      expect(Buffer.concat(written)).toEqual(file);
    }),
    { numRuns: 300 },
  );
});

test('reads any body to an end', async () => {
  const file = fc.oneof(nearlyBoundaries, fc.string({ unit: anyCharacter }));
  await fc.assert(
    fc.asyncProperty(file, pieces, async (text, cuts) => {
      const reading = readUpload(requestOf(Buffer.from(text), cuts), 1000, async () => {});
      await reading.catch((error) => expect(error).toBeInstanceOf(InboxError));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['form-data; name="file"; filename="a.txt"', 'a.txt'],
  ['form-data; filename="a.txt"; name="file"', 'a.txt'],
  ['form-data;name=file;filename=a.txt', 'a.txt'],
  ['Form-Data; Name="file"; FileName="日本.txt"', '日本.txt'],
  [String.raw`form-data; name="file"; filename="a \"b\"; c.txt"`, 'a "b"; c.txt'],
  [String.raw`form-data; name="file"; filename="C:\temp\a.txt"`, String.raw`C:\temp\a.txt`],
  [String.raw`form-data; name="file"; filename="C:\temp\"`, 'C:\\temp\\'],
  // The quote never ends: what goes back over each pair would take years.
  [`form-data; name="file"; filename="${'\\'.repeat(400)}`, `"${'\\'.repeat(400)}`],
  [`form-data; name="file"; filename="_.txt"; filename*=UTF-8''%C3%BC.txt`, 'ü.txt'],
  [`form-data; name="file"; filename="_.txt"; filename*=UTF-8''%E0%A4.txt`, '_.txt'],
  [`form-data; name="file"; filename="_.txt"; filename*="utf-8'de'%C3%BC.txt"`, 'ü.txt'],
  [`form-data; name="file"; filename*=ISO-8859-1'en'%A3%20rates.txt`, '£ rates.txt'],
  // As browsers and curl write a quote and a line break; a percent sign they leave as it is.
  ['form-data; name="file"; filename="a %22b%22%0D%0Ac%0a.txt"', 'a "b"\r\nc\n.txt'],
  ['form-data; name="file"; filename="100%2541 %41 5%.txt"', '100%2541 %41 5%.txt'],
  ['form-data; name="file"; filename="5% %E6%97%A5.txt"', '5% %E6%97%A5.txt'],
  // RFC 7578 has names beyond ASCII percent-encoded, where a client keeps to it.
  ['form-data; name="file"; filename="%E6%97%A5%20%41.txt"', '日 A.txt'],
  ['form-data; name="file"; filename="%E6%97.txt"', '%E6%97.txt'],
  ['form-data; name="file";\r\n filename="a.txt"', 'a.txt'],
  ['form-data; name="file"; filename="a\r\n b.txt"', 'a b.txt'],
])('reads from the header %s the filename', async (disposition, filename) => {
  const request = requestOf(Buffer.from('x'), [], `Content-Disposition: ${disposition}`);
  expect((await readUpload(request, 10, async () => {})).file?.filename).toBe(filename);
});

test('reads a filename that is not UTF-8 as Latin-1', async () => {
  const head = Buffer.from(
    'Content-Disposition: form-data; name="file"; filename="\xfcber.txt"',
    'latin1',
  );
  const { file } = await readUpload(requestOf(Buffer.from('x'), [], head), 10, async () => {});
  expect(file?.filename).toBe('über.txt');
});

test('reads bytes with a type but no name as a file', async () => {
  const head =
    'Content-Type: application/octet-stream\r\nContent-Disposition: form-data; name="file"';
  const { file } = await readUpload(requestOf(Buffer.from('x'), [], head), 10, async () => {});
  expect(file).toEqual({ filename: '', mimeType: 'application/octet-stream' });
});

test('refuses endless part headers', async () => {
  const request = requestOf(Buffer.from('x'), [], `${NAMED}; x=${'y'.repeat(20_000)}`);
  await expect(readUpload(request, 10, async () => {})).rejects.toMatchObject({
    details: { issues: [{ message: expect.stringContaining('part headers too long') }] },
  });
});

test('refuses an upload that is interrupted after its last part', async () => {
  const { headers, body } = requestOf(Buffer.from('x'), []);
  async function* broken() {
    yield* body ?? [];
    throw new Error('reset');
  }
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers,
    body: broken() as unknown as ReadableStream,
  });
  await expect(readUpload(request, 10, async () => {})).rejects.toMatchObject({ code: 'invalid' });
});

test('waits for the file to be written', async () => {
  let written = false;
  await readUpload(requestOf(Buffer.from('slow'), []), 1000, async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    written = true;
  });
  expect(written).toBe(true);
});

test('reports a failing disk rather than a malformed form', async () => {
  const failing = readUpload(requestOf(Buffer.from('x'), []), 1000, async () => {
    throw new Error('the disk is broken');
  });
  await expect(failing).rejects.toThrow('the disk is broken');
});
