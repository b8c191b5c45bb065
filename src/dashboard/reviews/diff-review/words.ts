/** Which words of a line were changed. */
import { diffWordsWithSpace } from 'diff';

export type Part = { text: string; isChanged: boolean };

/** Past these the marks would cost more than they say. */
const LONGEST_LINE = 1000;
const MOST_EDITS = 80;
/** A line that keeps less of its letters than this is another line. */
const LEAST_KEPT = 0.3;

/** The parts of a line beside its counterpart; null where the two have too little in common. */
export function wordsOf(text: string, other: string, side: 'old' | 'new'): Part[] | null {
  if (Math.max(text.length, other.length) > LONGEST_LINE) return null;
  const [before, after] = side === 'old' ? [text, other] : [other, text];
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (!changes) return null;
  const isOther = side === 'old' ? 'added' : 'removed';
  const parts = changes
    .filter((one) => !one[isOther])
    .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  const kept = changes.filter(({ added, removed }) => !(added || removed));
  const letters = (texts: string[]) => texts.join('').replace(/\s/g, '').length;
  const share =
    letters(kept.map(({ value }) => value)) / Math.max(1, letters([text]), letters([other]));
  return share < LEAST_KEPT ? null : parts;
}
