/** Which answers can be undone before they are sent, and until when, in the browser and the terminal. */
import type { JsonObject } from '../json.ts';
import { wordsOf } from './kinds/words.ts';
import type { Review } from './schema.ts';

/** So many answers can be undone at a time; the one before them is sent. */
export const UNDOABLE = 3;
/** What a browser may still send while its page is left is 64 KiB. */
const MOST_HELD_BYTES = 60 * 1024;
/** An answer is sent so long before its question expires. */
const BEFORE_EXPIRY_MS = 2000;

type Asked = Pick<Review, 'type' | 'payload'>;

/**
 * Until when an answer that was chosen at `at` is held for `ms`: `at` itself for what is never held.
 * Milliseconds since 1970.
 */
export function heldUntil(
  review: Asked & Pick<Review, 'expiresAt'>,
  response: JsonObject,
  at: number,
  ms: number,
): number {
  if (whyNotHeld(review, response)) return at;
  const last = review.expiresAt
    ? Date.parse(review.expiresAt) - BEFORE_EXPIRY_MS
    : Number.POSITIVE_INFINITY;
  return Math.max(at, Math.min(at + ms, last));
}

/** Why an answer is neither held nor kept, but sent at once. */
export function whyNotHeld(review: Asked, response: JsonObject): string | undefined {
  if (asksForPassword(review)) return 'it contains a password';
  const { length } = new TextEncoder().encode(JSON.stringify(response));
  return length > MOST_HELD_BYTES ? 'it is larger than 60KiB' : undefined;
}

/** Whether a question has a field for a password. */
export const asksForPassword = ({ type, payload }: Asked): boolean =>
  wordsOf(type).asksSecret?.(payload) ?? false;
