/** The keys of options and items: digits, and letters from the tenth on where no key is theirs. Pure. */
const DIGITS = '123456789';
/** Those that mean something else in the view are not among them. */
const LETTERS = 'dfhilmnpstuvw';
const KEYS = [...DIGITS, ...LETTERS];

/** How many of so many options have a key. */
export const withKeys = (count: number): number => Math.min(count, KEYS.length);

/** The key of the option at this place, from 0. */
export const keyAt = (at: number, count: number): string | undefined =>
  at < count ? KEYS[at] : undefined;

/** Where the option of this key is; -1 where it has none. */
export function placeOfKey(key: string, count: number): number {
  const at = KEYS.indexOf(key);
  return at < count ? at : -1;
}

/** As the foot says them: `1-4`, `1-9 d-h`. */
export function keysFrom(count: number): string {
  const last = withKeys(count);
  if (last === 1) return '1';
  if (last <= DIGITS.length) return `1-${last}`;
  const letters = LETTERS.slice(0, last - DIGITS.length);
  return letters.length === 1 ? `1-9 ${letters}` : `1-9 ${letters[0]}-${letters.at(-1)}`;
}
