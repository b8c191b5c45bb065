import { commentBy } from '../../cli/kinds/choices.ts';
import type { KindTerminal } from '../../cli/kinds/kind.ts';
import { brokenRows } from '../../cli/layout/rows.ts';
import { printable } from '../../cli/output.ts';
import type { AnswerPrompts } from '../../cli/prompting/prompts.ts';
import type { JsonObject } from '../../core/json.ts';
import { jsonFlags, plugin } from '../plugin/terminal.ts';
import { stepsOf, rating as words } from './words.ts';

export const rating: KindTerminal = {
  flags: jsonFlags(words),
  prompts: {
    ...plugin.prompts,
    answer(ask, review, writing) {
      const steps = stepsOf(review.payload);
      if (steps.length === 0) return plugin.prompts.answer(ask, review, writing);
      return rate(ask, steps, review.payload);
    },
  },
  view: {
    ...plugin.view,
    subject: (payload, { columns }) => brokenRows(scaleOf(payload), columns),
    wholeSubject: scaleOf,
    written: () => [],
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
      value: `${step}`,
      label: typeof end === 'string' ? `${step} ${end}` : `${step}`,
      key: step >= 0 && step <= 9 ? `${step}` : undefined,
    };
  });
  const rating = Number(await ask.one('Your rating', choices));
  return { rating, ...(await commentBy(ask)) };
}

/** Describes the ends of a scale. */
function scaleOf({ min = 1, max = 5, minLabel, maxLabel }: JsonObject): string {
  const end = (value: unknown, label: unknown) =>
    typeof label === 'string' && label.trim() !== ''
      ? `${value} (${printable(label)})`
      : `${value}`;
  return `From ${end(min, minLabel)} to ${end(max, maxLabel)}`;
}
