import { isBlank } from '../letters.ts';
import { wordsOf } from '../reviews/kinds/words.ts';
import { firstLineOf } from './plain.ts';
import type { Message } from './schema.ts';

/**
 * Returns a message in one line: the title of its question, else the first line of its text or
 * prompt, whichever is the question itself.
 */
export function titleIn({ text, review }: Pick<Message, 'text'> & { review: Asked | null }) {
  const { title, prompt } = review?.payload ?? {};
  if (typeof title === 'string' && !isBlank(title)) return title;
  const isPrompted = review !== null && wordsOf(review.type ?? '').isPrompted;
  const [first, second] = isPrompted ? [prompt, text] : [text, prompt];
  return firstLine(first) || firstLine(second) || null;
}
/** Returns the title of a message that may have no text. */
export const titleOf = (message: Pick<Message, 'text' | 'review'>): string =>
  titleIn(message) ?? 'Untitled';

type Asked = { type?: string; payload: Record<string, unknown> };

const firstLine = (text: unknown) => (typeof text === 'string' ? firstLineOf(text) : '');
