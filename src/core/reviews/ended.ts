/** How a question ended that nobody answered, and its position in lists of ended ones: the latest first. */
import { nameOnOneLine } from '../letters.ts';
import type { Message } from '../messages/schema.ts';
import type { Review } from './schema.ts';

type End = Pick<Review, 'status' | 'respondedAt' | 'expiresAt' | 'withdrawn'>;

/** When a review was answered, expired or was withdrawn; it never changes. */
export function endedAt({ status, respondedAt, expiresAt, withdrawn }: End): string | null {
  if (status === 'completed') return respondedAt;
  return withdrawn?.at ?? expiresAt;
}

/**
 * Why a question is no longer asked: the reason of the inbox, or the agent's own word after the name of its
 * key, which is proved; null without one.
 */
export function whyWithdrawn({ withdrawn, automatic, askedBy }: Withdrawn): string | null {
  if (!withdrawn?.why) return null;
  return automatic ? withdrawn.why : `${askerIn(askedBy, 'Its agent')} says: ${withdrawn.why}`;
}

/** Says in one line that a question was withdrawn, and why or by whom. */
export function withdrawnLine(review: Withdrawn, said = 'Withdrawn'): string {
  const why = whyWithdrawn(review);
  if (why === null) return `${said} by ${askerIn(review.askedBy, 'its agent')}`;
  return `${said}${review.automatic ? ':' : '.'} ${why}`;
}

/** Says of a question that was denied that its tool ran. */
export const RAN_LINE = 'It ran all the same: allowed in the terminal first';

/** The name of the key; without one, it was this machine. */
const askerIn = (key: Review['askedBy'], without: string) =>
  key === null ? without : nameOnOneLine(key.name);

type Withdrawn = Pick<Review, 'withdrawn' | 'automatic' | 'askedBy'>;

/** The position of a time and an id: also the cursor of the page after it. */
export const placeAt = (at: string | null, id: string) => `${at}_${id}`;

export const placeOfEnded = ({ id, review }: Pick<Message, 'id' | 'review'>) =>
  placeAt(review && endedAt(review), id);
