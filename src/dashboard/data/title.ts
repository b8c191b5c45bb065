import { inOneLine } from '../../core/messages/plain.ts';
import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';

const LONGEST = 400;

/** Returns the first words of a question that its title does not contain. */
export function leadOf(message: Pick<Message, 'text' | 'review'>): string {
  const { text, review } = message;
  const title = titleOf(message);
  const titles = [title, inOneLine(title)];
  const parts = [text, review?.payload.description, review?.payload.prompt];
  return parts.map((part) => restOf(part, titles)).find((rest) => rest !== '') ?? '';
}

function restOf(part: unknown, titles: string[]): string {
  if (typeof part !== 'string') return '';
  const line = inOneLine(part);
  const title = titles.find((title) => line.startsWith(title)) ?? '';
  return line.slice(title.length).trim().slice(0, LONGEST);
}
