/** How a question ended that nobody answered, and its position in lists of ended ones: the latest first. */
import type { Message } from '../messages/schema.ts';
import type { Review } from './schema.ts';

type End = Pick<Review, 'status' | 'respondedAt' | 'expiresAt' | 'withdrawn'>;

/** When a review was answered, expired or was withdrawn; it never changes. */
export function endedAt({ status, respondedAt, expiresAt, withdrawn }: End): string | null {
  if (status === 'completed') return respondedAt;
  return withdrawn?.at ?? expiresAt;
}

/** Why a question is no longer asked: the reason of the inbox, or the agent's own word; null without one. */
export function whyWithdrawn({ withdrawn, automatic }: Withdrawn): string | null {
  if (!withdrawn?.why) return null;
  return automatic ? withdrawn.why : `Its agent says: ${withdrawn.why}`;
}

/** The same in one line: that it was withdrawn, and why or by whom. */
export function withdrawnLine(review: Withdrawn, said = 'Withdrawn'): string {
  const why = whyWithdrawn(review);
  if (why === null) return `${said} by its agent`;
  return `${said}${review.automatic ? ':' : '.'} ${why}`;
}

type Withdrawn = Pick<Review, 'withdrawn' | 'automatic'>;

/** The position of a time and an id: also the cursor of the page after it. */
export const placeAt = (at: string | null, id: string) => `${at}_${id}`;

export const placeOfEnded = ({ id, review }: Pick<Message, 'id' | 'review'>) =>
  placeAt(review && endedAt(review), id);
