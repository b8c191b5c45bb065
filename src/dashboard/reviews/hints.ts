import { keyOfNumber, MOST_NUMBERED } from '../keys/names.ts';
import type { Hint } from './kind.ts';

/** The keys for an answer that is text. */
export const written: Hint[] = [
  [['Enter'], 'write'],
  [['mod+Enter'], 'send'],
  [['Escape'], 'exit field'],
];

/** Returns the keys for a number of choices: each of them, or the first and the last. */
export function numbersTo(count: number): string[] {
  const last = Math.min(count, MOST_NUMBERED);
  return last < 2 ? ['1'] : ['1', keyOfNumber(last)];
}
