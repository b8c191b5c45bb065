import type { Message } from '../../core/messages/schema.ts';

const LONGEST_TITLE = 2000;

/** A question in one line: its title, else the first line of its text or of what it prompts. */
export function titleOf({ text, review }: Pick<Message, 'text' | 'review'>): string {
  const { title, prompt } = review?.payload ?? {};
  if (typeof title === 'string' && title.trim()) return title;
  return firstLine(text) || firstLine(prompt) || 'Without words';
}

/** The first words of what is asked that its title does not say already. */
export function leadOf(message: Pick<Message, 'text' | 'review'>): string {
  const { text, review } = message;
  const title = plain(titleOf(message));
  const parts = [text, review?.payload.description, review?.payload.prompt].map((part) =>
    typeof part === 'string' ? plain(part) : '',
  );
  const rests = parts.map((part) => (part.startsWith(title) ? part.slice(title.length) : part));
  return rests.map((rest) => rest.trim()).find((rest) => rest !== '') ?? '';
}

const LONGEST_LEAD = 400;

/** Markdown in one line, without its marks. */
const plain = (text: string) =>
  text
    .slice(0, LONGEST_LEAD)
    .replace(/^\s*(?:#+|[-+*>]|\d+[.)])\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function firstLine(text: unknown): string {
  if (typeof text !== 'string') return '';
  const [line = ''] = text.trimStart().slice(0, LONGEST_TITLE).split('\n', 1);
  return line.replace(/^#+\s+|[*_`]/g, '').trim();
}
