/** Returns whether a text contains every word of a search, in any case and order. */
export function hasWords(text: string, words: string): boolean {
  const where = text.toLowerCase();
  const wanted = words.toLowerCase().split(/\s+/);
  return wanted.every((word) => where.includes(word));
}
