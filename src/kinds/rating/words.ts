import type { JsonObject } from '../../core/json.ts';
import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { plugin } from '../plugin/words.ts';

const MOST_STEPS = 20;

/** Returns every number of a rating; none if they are too many to choose one by one. */
export function stepsOf({ min = 1, max = 5 }: JsonObject): number[] {
  if (!Number.isInteger(min) || !Number.isInteger(max)) return [];
  const count = Number(max) - Number(min) + 1;
  if (count < 1 || count > MOST_STEPS) return [];
  return Array.from({ length: count }, (_, index) => Number(min) + index);
}

export const rating: KindWords = {
  ...plugin,
  isPrompted: true,
  isChoice: () => true,
  hasComment: true,
  read({ minLabel, maxLabel, ...payload }) {
    const steps = stepsOf(payload);
    if (steps.length === 0) return null;
    return [`${steps[0]} ${minLabel ?? ''}`, `${steps.at(-1)} ${maxLabel ?? ''}`];
  },
  line: ({ rating }, { max }) => `${rating} of ${max ?? 5}`,
  example(payload) {
    const best = stepsOf(payload).at(-1);
    return best === undefined ? plugin.example(payload) : { rating: best };
  },
};
