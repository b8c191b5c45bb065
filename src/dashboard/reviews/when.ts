import { shownName } from '../../core/access/people.ts';
import { endedAt } from '../../core/reviews/ended.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { spanOf } from '../../core/spans.ts';
import { when } from '../look/clock.ts';

type End = Pick<Review, 'status' | 'respondedBy' | 'respondedAt' | 'automatic'>;

/** Describes how a review ended, in a sentence without its full stop. */
export function whoAndWhen({ status, respondedBy, respondedAt, automatic }: End): string {
  if (status === 'expired') return 'This question expired before anyone answered';
  const at = respondedAt ? ` at ${when(respondedAt)}` : '';
  if (automatic) return `Answered automatically${at}, because nobody had answered`;
  const who = respondedBy ? `${shownName(respondedBy)} answered` : 'Answered';
  return `${who}${at}${isLocalAnswer(respondedBy) ? `, ${NOT_LOGGED_IN}` : ''}`;
}

/** How long a question that nobody answered was open; null if it is not known when it opened. */
export function openSpan(review: Review): string | null {
  const [from, to] = [review.openedAt, endedAt(review)];
  if (!from || !to) return null;
  return spanOf(Date.parse(to) - Date.parse(from));
}

/**
 * Whether an answer was given with access to the data directory alone, in the owner's name: perhaps
 * not by the owner.
 */
export const isLocalAnswer = (by: Review['respondedBy']) => by?.credential === 'local';

/** Names the surface that the answer came from. */
export function meansOf(by: Review['respondedBy']): string | null {
  if (isLocalAnswer(by)) return 'local';
  return by?.via === 'api' ? 'token' : (by?.via ?? null);
}

export const NOT_LOGGED_IN = 'from the server machine, not logged in';
