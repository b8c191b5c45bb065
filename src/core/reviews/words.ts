/** The words by which a search finds a question: its texts, and the labels that the agent wrote. */
import { HEADING } from './kinds/labels.ts';
import { wordsOf } from './kinds/words.ts';
import type { Review } from './schema.ts';

export type Asked = Pick<Review, 'type' | 'payload'>;

/** The text of a message and the texts of its question, one per line: no match spans two of them. */
export function searchableText(text: string | null, review: Asked | null | undefined): string {
  if (!review) return text ?? '';
  const { type, payload } = review;
  const { labels, searched = labels } = wordsOf(type);
  const heading = HEADING.map((name) => payload[name]);
  return [text, ...heading, ...(searched?.(payload) ?? [])].filter(isText).join('\n');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
