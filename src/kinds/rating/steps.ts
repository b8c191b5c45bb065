import type { JsonObject } from '../../core/json.ts';

const MOST_STEPS = 20;

/** Returns every number of a rating; none if they are too many to choose one by one. */
export function stepsOf({ min = 1, max = 5 }: JsonObject): number[] {
  if (!Number.isInteger(min) || !Number.isInteger(max)) return [];
  const count = Number(max) - Number(min) + 1;
  if (count < 1 || count > MOST_STEPS) return [];
  return Array.from({ length: count }, (_, index) => Number(min) + index);
}
