import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { plugin } from '../plugin/words.ts';

export const freeform: KindWords = {
  ...plugin,
  word: 'Free form',
  read: ({ schema }) => (schema === undefined ? [] : null),
  answerOf: (text, { schema }) => objectIn(text) ?? (schema === undefined ? { text } : null),
};

function objectIn(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
