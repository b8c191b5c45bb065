/** Checks answers in the browser as the server will, with its messages. */
import type { Issue } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { checkAnswer } from '../../core/reviews/answers.ts';
import type { Review } from '../../core/reviews/schema.ts';

/** Returns the issues of an answer; none if it is valid. */
export function issuesOf({ type, payload }: Review, response: JsonObject): Issue[] {
  const checked = checkAnswer({ type, payload }, response);
  return 'issues' in checked ? checked.issues : [];
}
