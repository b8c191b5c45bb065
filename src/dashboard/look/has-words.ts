import { folded } from '../../core/letters.ts';

/** Returns whether a text contains every word of a search, in any case and order. */
export function hasWords(text: string, words: string): boolean {
  const where = folded(text);
  const wanted = folded(words).split(/\s+/);
  return wanted.every((word) => where.includes(word));
}
