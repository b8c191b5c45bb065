import type { Message } from './schema.ts';

const LONGEST_LINE = 2000;

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

/** Those of Markdown. Within a word, as in `user_id`, an underscore is a letter. */
const MARKS = /^#+\s+|[*`]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

function firstLine(text: unknown): string {
  if (typeof text !== 'string') return '';
  const [line = ''] = text.trimStart().slice(0, LONGEST_LINE).split('\n', 1);
  return line.replace(MARKS, '').trim();
}
