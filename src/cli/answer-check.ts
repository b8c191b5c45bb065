import { checkAnswer } from '../core/reviews/answers.ts';
import type { Review } from '../core/reviews/schema.ts';

/** Returns the first problem of an answer. */
export function firstIssue(review: Pick<Review, 'type' | 'payload'>, response: unknown) {
  const checked = checkAnswer(review, response);
  return 'issues' in checked ? checked.issues[0]?.message : undefined;
}
