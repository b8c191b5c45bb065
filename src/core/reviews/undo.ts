/** Which answers can be undone before they are sent, and until when, in the browser and the terminal. */
import type { JsonObject } from '../json.ts';
import { wordsOf } from './kinds/words.ts';
import type { Review } from './schema.ts';

/** The most answers that can be undone at a time; earlier ones are sent. */
export const UNDOABLE = 3;
/** A browser can send 64 KiB while its page unloads. */
const MOST_HELD_BYTES = 60 * 1024;
/** How long before its question's expiry an answer is sent. */
const BEFORE_EXPIRY_MS = 2000;

type Asked = Pick<Review, 'type' | 'payload'>;

/**
 * Returns until when an answer chosen at `at` is delayed for `ms`: `at` itself for one that is
 * never delayed. In milliseconds since 1970.
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

/** Returns why an answer is neither delayed nor stored, but sent immediately. */
export function whyNotHeld(review: Asked, response: JsonObject): string | undefined {
  if (asksForPassword(review)) return 'it contains a password';
  const { length } = new TextEncoder().encode(JSON.stringify(response));
  return length > MOST_HELD_BYTES ? 'it is larger than 60KiB' : undefined;
}

/** Returns whether a question has a password field. */
export const asksForPassword = ({ type, payload }: Asked): boolean =>
  wordsOf(type).asksSecret?.(payload) ?? false;
