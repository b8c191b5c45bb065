import { firstLineOf } from './plain.ts';
import type { Message } from './schema.ts';

/**
 * Returns a message in one line: the title of its question, else the first line of its text or
 * prompt.
 */
export function titleIn({ text, review }: Pick<Message, 'text'> & { review: Asked | null }) {
  const { title, prompt } = review?.payload ?? {};
  if (typeof title === 'string' && title.trim()) return title;
  return firstLine(text) || firstLine(prompt) || null;
}
/** The same, for a message that may have no text. */
export const titleOf = (message: Pick<Message, 'text' | 'review'>): string =>
  titleIn(message) ?? 'Untitled';

type Asked = { payload: Record<string, unknown> };

const firstLine = (text: unknown) => (typeof text === 'string' ? firstLineOf(text) : '');
