import { InboxError, invalidField } from '../core/errors.ts';
import { countLong, longNumbers, parseJson } from '../core/json.ts';
import { tooLong } from '../core/numbers.ts';

const LARGEST_BODY = 1024 * 1024;
const DEEPEST = 64;
const MOST_NESTED = 50_000;
const MOST_STRINGS = 40_000;
const MOST_LONG = 20_000;

/**
 * The `parse` of every route with a body; a route without one has 'none'. Elysia's own parser reads
 * without a limit, even for routes without a body, and fails on a malformed one.
 */
export const json = ({ request }: { request: Request }) => readJson(request);

/**
 * For a body in a client's own form: numbers are kept to the digit wherever they are, and one that cannot be read
 * is its error, as the route has an answer for that too.
 */
export async function foreignJson({ request }: { request: Request }): Promise<unknown> {
  try {
    return await readJson(request, { keepsDigits: true });
  } catch (error) {
    if (error instanceof InboxError) return error;
    throw error;
  }
}

/**
 * Reads a JSON body; null for an empty one, as Elysia would read it again for undefined. Refuses its
 * size and depth before they cost time.
 */
async function readJson(request: Request, { keepsDigits = false } = {}): Promise<unknown> {
  const text = await readText(request);
  if (text === '') return null;
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new InboxError('wrong_type', 'Send the body as Content-Type: application/json');
  }
  const excess = excessOf(text);
  if (excess) throw invalidField([], excess);
  const long = countLong(text, MOST_LONG + 1);
  if (long > MOST_LONG) throw invalidField([], tooMany(MOST_LONG, 'numbers of over 15 digits'));
  try {
    const body = parseJson(text, long);
    if (long > 0 && !keepsDigits) mustKeepDigits(body);
    return body;
  } catch (error) {
    if (error instanceof InboxError) throw error;
    throw invalidField([], `Malformed JSON: ${(error as Error).message}`, 'invalid_format');
  }
}

/** Metadata is only passed on; of questions and answers, their kind knows what it keeps. */
function mustKeepDigits(body: unknown): void {
  for (const { path, written } of longNumbers(body)) {
    const [first, second] = path;
    if (first === 'metadata' || first === 'response') continue;
    if (first === 'review' && (second === 'payload' || second === 'default')) continue;
    throw invalidField(path, tooLong(written));
  }
}

async function readText(request: Request): Promise<string> {
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity') {
    throw new InboxError(
      'wrong_type',
      'Content-Encoding is not supported: send the body uncompressed',
    );
  }
  const declared = request.headers.get('content-length');
  if (declared !== null && Number(declared) > LARGEST_BODY) throw tooLarge();
  try {
    return declared === null ? await readChunks(request.body) : await request.text();
  } catch (error) {
    if (!request.signal.aborted) throw error;
    throw invalidField([], 'The connection closed before the whole body arrived');
  }
}

/** For an empty chunked body, Bun has no body and claims that it was read already. */
async function readChunks(body: Request['body']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const tooLarge = () => new InboxError('too_large', 'A JSON body must not exceed 1MiB');

/**
 * Names the limit that a JSON text exceeds. Parsing a megabyte of brackets or of short strings
 * takes up to seconds; counting them takes a millisecond.
 */
function excessOf(text: string): string | null {
  let depth = 0;
  let nested = 0;
  let strings = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (quoted) {
      if (char === BACKSLASH) at++;
      else if (char === QUOTE) quoted = false;
    } else if (char === QUOTE) {
      if (++strings > MOST_STRINGS) return tooMany(MOST_STRINGS, 'names and strings');
      quoted = true;
    } else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      if (++depth > DEEPEST) return `JSON must not be nested more than ${DEEPEST} levels deep`;
      if (++nested > MOST_NESTED) return tooMany(MOST_NESTED, 'objects and lists');
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) depth--;
  }
  return null;
}

const tooMany = (most: number, what: string) => `JSON must not contain more than ${most} ${what}`;

const [QUOTE, BACKSLASH] = [34, 92];
const [OPEN_ARRAY, CLOSE_ARRAY] = [91, 93];
const [OPEN_OBJECT, CLOSE_OBJECT] = [123, 125];
