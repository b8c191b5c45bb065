/** What of a question a search finds: its words, and the labels that the agent wrote. */
import { HEADING } from './kinds/labels.ts';
import { wordsOf } from './kinds/words.ts';
import type { Review } from './schema.ts';

export type Asked = Pick<Review, 'type' | 'payload'>;

/** The text of a message and the words of its question, a line each: no word reaches over two of them. */
export function searchableText(text: string | null, review: Asked | null | undefined): string {
  if (!review) return text ?? '';
  const { type, payload } = review;
  const { labels, searched = labels } = wordsOf(type);
  const heading = HEADING.map((name) => payload[name]);
  return [text, ...heading, ...(searched?.(payload) ?? [])].filter(isText).join('\n');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
