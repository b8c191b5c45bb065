/** How long an answer can be taken back before it is sent. */
import type { JsonObject } from '../core/json.ts';
import type { Field } from '../core/reviews/kinds/fields.ts';
import type { Review } from '../core/reviews/schema.ts';

const MOST_BYTES = 60 * 1024;
/** An answer arrives so long before its question expires. */
const SPARE_MS = 2000;

type Asked = Pick<Review, 'type' | 'payload' | 'expiresAt'>;

/** Until when an answer is kept; what is too long or secret is never kept. */
export function heldUntil(review: Asked, response: JsonObject, at: number, ms: number): number {
  if (whyNotHeld(review, response)) return at;
  const end = review.expiresAt ? Date.parse(review.expiresAt) - SPARE_MS : Number.POSITIVE_INFINITY;
  return Math.max(at, Math.min(at + ms, end));
}

/** Why an answer is sent at once. */
export function whyNotHeld({ type, payload }: Asked, response: JsonObject): string | undefined {
  const fields = type === 'form' ? (payload.fields as Field[]) : [];
  const isSecret = fields.some((field) => field.type === 'password' && response[field.name]);
  if (isSecret) return 'it holds a password';
  if (Buffer.byteLength(JSON.stringify(response)) > MOST_BYTES) return 'it is over 60 KiB';
  return undefined;
}
