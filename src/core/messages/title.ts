import type { Message } from './schema.ts';

const LONGEST_LINE = 2000;

/** A message in one line: the title of its question, else the first line of its text or of what it prompts. */
export function titleIn({ text, review }: Pick<Message, 'text'> & { review: Asked | null }) {
  const { title, prompt } = review?.payload ?? {};
  if (typeof title === 'string' && title.trim()) return title;
  return firstLine(text) || firstLine(prompt) || null;
}
/** The same, of a message that may have no words at all. */
export const titleOf = (message: Pick<Message, 'text' | 'review'>): string =>
  titleIn(message) ?? 'Untitled';

type Asked = { payload: Record<string, unknown> };

function firstLine(text: unknown): string {
  if (typeof text !== 'string') return '';
  const [line = ''] = text.trimStart().slice(0, LONGEST_LINE).split('\n', 1);
  return line.replace(/^#+\s+|[*_`]/g, '').trim();
}
