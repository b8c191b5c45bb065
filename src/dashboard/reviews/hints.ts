import { keyOfNumber, MOST_NUMBERED } from '../keys/names.ts';
import type { Hint } from './kind.ts';

/** The keys of an answer that is written. */
export const written: Hint[] = [
  [['Enter'], 'write'],
  [['mod+Enter'], 'send'],
  [['Escape'], 'exit field'],
];

/** The keys of so many choices: each, or the ends of the row. */
export function numbersTo(count: number): string[] {
  const last = Math.min(count, MOST_NUMBERED);
  return last < 2 ? ['1'] : ['1', keyOfNumber(last)];
}
