import { checkAnswer } from '../core/reviews/answers.ts';
import type { Review } from '../core/reviews/schema.ts';

/** What is wrong with an answer, first of all. */
export function firstIssue(review: Pick<Review, 'type' | 'payload'>, response: unknown) {
  const checked = checkAnswer(review, response);
  return 'issues' in checked ? checked.issues[0]?.message : undefined;
}
