import type { JsonObject } from '../../../json.ts';

const MOST_STEPS = 20;

/** Every number of a rating; none where they are too many to be chosen one by one. */
export function stepsOf({ min = 1, max = 5 }: JsonObject): number[] {
  if (!Number.isInteger(min) || !Number.isInteger(max)) return [];
  const count = Number(max) - Number(min) + 1;
  if (count < 1 || count > MOST_STEPS) return [];
  return Array.from({ length: count }, (_, index) => Number(min) + index);
}
