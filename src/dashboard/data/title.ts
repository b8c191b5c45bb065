import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';

/** Returns the first words of a question that its title does not contain. */
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

/** Returns Markdown in one line, without its marks. */
const plain = (text: string) =>
  text
    .slice(0, LONGEST_LEAD)
    .replace(/^\s*(?:#+|[-+*>]|\d+[.)])\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
