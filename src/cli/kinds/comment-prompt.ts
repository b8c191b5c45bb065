import type { JsonObject } from '../../core/json.ts';
import type { AnswerPrompts } from '../asking/prompts.ts';

/** Asks for a comment on the whole answer. */
export async function commentBy(ask: AnswerPrompts): Promise<JsonObject> {
  const placeholder = 'Press Enter to skip';
  const comment = await ask.text({ message: 'Comment', placeholder, lines: 'pasted' });
  return comment ? { comment } : {};
}
