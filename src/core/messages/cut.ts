/** The part of a long message that a list shows: enough to recognise it. A single read returns it in full. */
import { firstPlaceOf } from '../../storage/search.ts';
import type { JsonObject } from '../json.ts';
import { hidePasswords } from '../reviews/answers.ts';
import { answerLine } from '../reviews/kinds/answer-words.ts';
import { HEADING } from '../reviews/kinds/labels.ts';
import type { Review } from '../reviews/schema.ts';
import type { Message } from './schema.ts';

/** In bytes of UTF-8. */
export const LONGEST_LISTED_TEXT = 4 * 1024;
const LARGEST_LISTED_PAYLOAD = 16 * 1024;
export const LARGEST_LISTED_ANSWER = 16 * 1024;
export const LARGEST_LISTED_METADATA = 16 * 1024;
/** The longest field kept from a payload, in characters. */
const LONGEST_WORDS = 1000;

/** Returns the beginning of a text, up to the last whole character within 4 KiB. */
export function cutText(text: string): string {
  if (text.length * 3 <= LONGEST_LISTED_TEXT) return text;
  const bytes = Buffer.from(text.slice(0, LONGEST_LISTED_TEXT + 1));
  if (bytes.length <= LONGEST_LISTED_TEXT) return text;
  return bytes.toString('utf8', 0, wholeCharacters(bytes, LONGEST_LISTED_TEXT));
}

/** Returns the 4 KiB around the first match in a long text. */
export function cutAroundWords<R extends { text: string | null; isCut: number }>(
  row: R,
  words: string[],
): R {
  return row.isCut && row.text ? { ...row, text: cutAround(row.text, words) } : row;
}

function cutAround(text: string, words: string[]): string {
  if (cutText(text) === text) return text;
  const place = firstPlaceOf(text, words);
  if (place < 0) return cutText(text);
  const from = Math.max(0, place - BEFORE_HIT);
  const isSplit = /[\uDC00-\uDFFF]/.test(text.charAt(from));
  return cutText(text.slice(isSplit ? from + 1 : from));
}

const BEFORE_HIT = 200;

/** Returns a message that was read in full as a list shows it. */
export function cutMessage(message: Message): Message {
  const { text, metadata, review } = message;
  return {
    ...message,
    text: text === null ? null : cutText(text),
    metadata: metadata && listedMetadata(metadata),
    review: review && cutReview(review),
    truncated: true,
  };
}

function cutReview(review: Review): Review {
  const { response } = review;
  const payload = listedPayload(review.payload, JSON.stringify(review.payload));
  const isCut = response !== null && isLarge(response);
  const line = response && (payload || isCut) ? lineOf(review, response) : null;
  return {
    ...review,
    ...(payload && { payload }),
    ...(isCut && { response: {} }),
    ...(line && { answerLine: line }),
  };
}

const isLarge = (answer: JsonObject) => bytesOf(answer) > LARGEST_LISTED_ANSWER;

function listedMetadata(metadata: JsonObject): JsonObject {
  if (bytesOf(metadata) <= LARGEST_LISTED_METADATA) return metadata;
  const { source } = metadata;
  return source !== undefined && bytesOf(source) <= LARGEST_LISTED_METADATA ? { source } : {};
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Returns the texts of a payload that is too large for a list; null for one that is listed in full. */
export function listedPayload(payload: JsonObject, json: string): JsonObject | null {
  if (Buffer.byteLength(json) <= LARGEST_LISTED_PAYLOAD) return null;
  const words = HEADING.flatMap((name) => {
    const text = payload[name];
    return typeof text === 'string' ? [[name, cutWords(text)] as const] : [];
  });
  return Object.fromEntries(words);
}

type Question = Pick<Review, 'type' | 'payload'>;

/** Returns an answer in one line, for lists that cut it, or the payload with its labels; null if they cut neither. */
export function listedAnswer(question: Question, response: JsonObject): string | null {
  const isWhole = listedPayload(question.payload, JSON.stringify(question.payload)) === null;
  return isWhole && !isLarge(response) ? null : lineOf(question, response);
}

const lineOf = (question: Question, response: JsonObject) =>
  cutWords(answerLine({ ...question, response: hidePasswords(question, response) }));

const cutWords = (text: string) => text.slice(0, LONGEST_WORDS).replace(/[\uD800-\uDBFF]$/, '');

/** Returns where the last character within `limit` bytes ends. */
function wholeCharacters(bytes: Buffer, limit: number): number {
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return end;
}
