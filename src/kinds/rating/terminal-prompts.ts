import type { AnswerPrompts } from '../../cli/asking/prompts.ts';
import { commentBy } from '../../cli/kinds/comment-prompt.ts';
import type { KindPrompts } from '../../cli/kinds/kind-prompts.ts';
import type { JsonObject } from '../../core/json.ts';
import { plugin } from '../plugin/terminal-prompts.ts';
import { stepsOf } from './steps.ts';

export const rating: KindPrompts = {
  ...plugin,
  answer(ask, review, writing) {
    const steps = stepsOf(review.payload);
    if (steps.length === 0) return plugin.answer(ask, review, writing);
    return rate(ask, steps, review.payload);
  },
};

async function rate(ask: AnswerPrompts, steps: number[], { minLabel, maxLabel }: JsonObject) {
  const ends = new Map([
    [steps[0], minLabel],
    [steps.at(-1), maxLabel],
  ]);
  const choices = steps.map((step) => {
    const end = ends.get(step);
    return {
      ...{ value: `${step}`, label: typeof end === 'string' ? `${step} ${end}` : `${step}` },
      key: step >= 0 && step <= 9 ? `${step}` : undefined,
    };
  });
  const rating = Number(await ask.one('Your rating', choices));
  return { rating, ...(await commentBy(ask)) };
}
