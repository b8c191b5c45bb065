/** What a list shows of a long message: enough to know it by. The one message has all. */
import type { JsonObject } from '../json.ts';

/** In UTF-8. */
export const LONGEST_LISTED_TEXT = 4 * 1024;
export const LARGEST_LISTED_PAYLOAD = 16 * 1024;
/** Of each word that stands for a payload, in characters. */
const LONGEST_WORDS = 1000;

/** The beginning of a text, up to the last whole character within 4 KiB. */
export function cutText(text: string): string {
  if (text.length * 3 <= LONGEST_LISTED_TEXT) return text;
  const bytes = Buffer.from(text.slice(0, LONGEST_LISTED_TEXT + 1));
  if (bytes.length <= LONGEST_LISTED_TEXT) return text;
  return bytes.toString('utf8', 0, wholeCharacters(bytes, LONGEST_LISTED_TEXT));
}

/** The 4 KiB around the first place where one of the words stands, given folded text and words. */
export function cutTextAround(text: string, places: number[]): string {
  const first = Math.min(...places.filter((place) => place >= 0));
  if (!Number.isFinite(first)) return cutText(text);
  const from = Math.max(0, Math.min(first - BEFORE_HIT, text.length));
  const isSplit = /[\uDC00-\uDFFF]/.test(text.charAt(from));
  return cutText(text.slice(isSplit ? from + 1 : from));
}

const BEFORE_HIT = 200;

/** The words of a payload that is too large for a list; null for one that is listed whole. */
export function listedPayload(payload: JsonObject, json: string): JsonObject | null {
  if (Buffer.byteLength(json) <= LARGEST_LISTED_PAYLOAD) return null;
  const words = ['title', 'description', 'prompt'].flatMap((name) => {
    const text = payload[name];
    return typeof text === 'string' ? [[name, cutWords(text)] as const] : [];
  });
  return Object.fromEntries(words);
}

const cutWords = (text: string) => text.slice(0, LONGEST_WORDS).replace(/[\uD800-\uDBFF]$/, '');

/** Where the last character that lies wholly within `limit` bytes ends. */
function wholeCharacters(bytes: Buffer, limit: number): number {
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return end;
}
