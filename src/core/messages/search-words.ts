import { foldedWords } from '../../storage/search.ts';
import { invalidField } from '../errors.ts';

/** A long text is scanned for each. */
const MOST_WORDS = 50;

/** Returns the words of a list's `search`; none for an empty one. */
export function searchWords(search = ''): string[] {
  const words = foldedWords(search);
  if (words.length > MOST_WORDS) {
    throw invalidField(['search'], `Search for at most ${MOST_WORDS} words`);
  }
  return words;
}
