import type { Message } from '../../messages/schema.ts';

const LONGEST_TITLE = 2000;

/** A question in one line: its title, else the first line of its text or of what it prompts. */
export function titleOf({ text, review }: Pick<Message, 'text' | 'review'>): string {
  const { title, prompt } = review?.payload ?? {};
  if (typeof title === 'string' && title.trim()) return title;
  return firstLine(text) || firstLine(prompt) || 'Without words';
}

function firstLine(text: unknown): string {
  if (typeof text !== 'string') return '';
  const [line = ''] = text.trimStart().slice(0, LONGEST_TITLE).split('\n', 1);
  return line.replace(/^#+\s+|[*_`]/g, '').trim();
}
