import { foldedWords } from '../../storage/search.ts';
import { invalidField } from '../errors.ts';

/** A long text is read through for each. */
const MOST_WORDS = 50;

/** The words of a list's `search`; none where it searches for nothing. */
export function searchWords(search = ''): string[] {
  const words = foldedWords(search);
  if (words.length > MOST_WORDS) {
    throw invalidField(['search'], `Search for at most ${MOST_WORDS} words`);
  }
  return words;
}
