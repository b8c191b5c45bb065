/** Finds the changed words of a line. */
import { diffWordsWithSpace } from 'diff';

export type Part = { text: string; isChanged: boolean };

/** Beyond these the marks cost more than they help. */
const LONGEST_LINE = 1000;
const MOST_EDITS = 80;
/** With less text in common, it is a different line. */
const LEAST_KEPT = 0.3;

/**
 * Returns the parts of a line compared with its counterpart; null if the two have too little in
 * common.
 */
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
