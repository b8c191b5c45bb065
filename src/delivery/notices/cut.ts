export const LONGEST_TITLE = 200;

/** A text on one line, no longer than that. */
export function cut(text: string, longest: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : letters.join('');
}
