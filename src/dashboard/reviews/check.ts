/** Answers judged in the browser as the server will judge them, in its words. */
import type { Issue } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { checkAnswer } from '../../core/reviews/answers.ts';
import type { Review } from '../../core/reviews/schema.ts';

/** What is wrong with an answer; nothing where it fits. */
export function issuesOf({ type, payload }: Review, response: JsonObject): Issue[] {
  const checked = checkAnswer({ type, payload }, response);
  return 'issues' in checked ? checked.issues : [];
}
