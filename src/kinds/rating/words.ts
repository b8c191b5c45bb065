import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { plugin } from '../plugin/words.ts';
import { stepsOf } from './steps.ts';

export const rating: KindWords = {
  ...plugin,
  isPrompted: true,
  isChoice: true,
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
