import { loadPatterns } from '../core/json-schema/patterns.ts';
import { asksPattern, leftToAgent } from '../core/json-schema.ts';
import { checkAnswer } from '../core/reviews/answers.ts';
import type { Review } from '../core/reviews/schema.ts';
import { note } from './output.ts';

/** Loads what an answer is checked by, as the server will, and says what only the agent can check. */
export async function prepareCheck(
  { type, payload }: Pick<Review, 'type' | 'payload'>,
  tell: (sentence: string) => unknown = note,
) {
  if (type !== 'freeform') return;
  if (asksPattern(payload.schema)) await loadPatterns();
  const left = leftToAgent(payload.schema);
  if (left !== undefined) tell(left);
}

/** What is wrong with an answer, first of all. */
export function firstIssue(review: Pick<Review, 'type' | 'payload'>, response: unknown) {
  const checked = checkAnswer(review, response);
  return 'issues' in checked ? checked.issues[0]?.message : undefined;
}
