/** The choices that several questions share. */

import type { JsonObject } from '../../../core/json.ts';
import { dismissLabelIn } from '../../../core/reviews/kinds/labels.ts';
import { wordsOf } from '../../../core/reviews/kinds/words.ts';
import type { Asked } from '../../reviews/asked.ts';

export type Choice = {
  /** Equal in all questions that have it. */
  key: string;
  label: string;
  isDanger: boolean;
  response: JsonObject;
};

export function commonChoices([first, ...others]: Asked[]): Choice[] {
  if (!first) return [];
  const rest = others.map(choicesOf);
  return choicesOf(first).flatMap((choice) => {
    const same = rest.map((choices) => choices.find((one) => isSame(one, choice)));
    const found = same.filter((one) => one !== undefined);
    if (found.length < others.length) return [];
    const isDanger = choice.isDanger || found.some((one) => one.isDanger);
    const isOneWord = found.every(({ label }) => label === choice.label);
    return { ...choice, isDanger, label: isOneWord ? choice.label : 'Dismiss' };
  });
}

/** Dismissing is the same choice under any label. */
const isSame = (one: Choice, other: Choice) =>
  one.key === other.key && (one.key === DISMISS || one.label === other.label);

const DISMISS = 'dismiss';

/** Returns the choices that need no text or selection. */
function choicesOf({ review: { type, payload } }: Asked): Choice[] {
  const { choices, isNeverDismissed, subject } = wordsOf(type);
  const whole = (choices?.(payload) ?? []).flatMap(({ id, label, tone, answer, meaning }) =>
    // Nobody allows what is not in view.
    answer === null || (subject && meaning !== 'deny')
      ? []
      : [{ key: `${type} ${id}`, label, isDanger: tone === 'harm', response: answer }],
  );
  const dismissLabel = isNeverDismissed ? undefined : dismissLabelIn(payload);
  if (dismissLabel === undefined) return whole;
  const response = { _dismissed: true };
  return [...whole, { key: DISMISS, label: dismissLabel, isDanger: false, response }];
}
