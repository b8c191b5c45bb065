/** The keys of options and items: digits, and letters from the tenth on if the keys are free. Pure. */
const DIGITS = '123456789';
/** Without those that mean something else in the view. */
const LETTERS = 'dfhilmnpstuvw';
const KEYS = [...DIGITS, ...LETTERS];

/** Returns how many of the options have a key. */
export const withKeys = (count: number): number => Math.min(count, KEYS.length);

/** Returns the key of the option at this index. */
export const keyAt = (at: number, count: number): string | undefined =>
  at < count ? KEYS[at] : undefined;

/** Returns the index of the option with this key, or -1. */
export function placeOfKey(key: string, count: number): number {
  const at = KEYS.indexOf(key);
  return at < count ? at : -1;
}

/** Formats the keys for the foot: `1-4`, `1-9 d-h`. */
export function keysFrom(count: number): string {
  const last = withKeys(count);
  if (last === 1) return '1';
  if (last <= DIGITS.length) return `1-${last}`;
  const letters = LETTERS.slice(0, last - DIGITS.length);
  return letters.length === 1 ? `1-9 ${letters}` : `1-9 ${letters[0]}-${letters.at(-1)}`;
}
