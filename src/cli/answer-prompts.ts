/** Answers given by a person at the terminal, through the prompts of the review's kind. */
import type { JsonObject } from '../core/json.ts';
import { dismissLabelIn, textIn } from '../core/reviews/kinds/labels.ts';
import type { AskedReview } from './kinds/kind.ts';
import { terminalOf } from './kinds/kinds.ts';
import { type AnswerPrompts, answerPrompts, type Writing } from './prompting/prompts.ts';

export async function answerFromPrompts(
  review: AskedReview,
  writing: Writing = {},
): Promise<JsonObject> {
  const ask = answerPrompts(writing.signal, writing.stage);
  if (await declined(ask, review.payload)) return { _dismissed: true };
  return terminalOf(review.type).prompts.answer(ask, review, writing);
}

async function declined(ask: AnswerPrompts, payload: JsonObject): Promise<boolean> {
  const dismissLabel = dismissLabelIn(payload);
  if (dismissLabel === undefined) return false;
  const answer = { value: 'answer', label: textIn(payload, 'submitLabel') ?? 'Answer' };
  const dismiss = { value: 'dismiss', label: dismissLabel };
  return (await ask.one('Answer this question?', [answer, dismiss])) === 'dismiss';
}
