/** An answer that is written in the person's own editor. */
import type { JsonObject } from '../core/json.ts';
import { checkAnswer } from '../core/reviews/answers.ts';
import type { Review } from '../core/reviews/schema.ts';
import { prepareCheck } from './answer-check.ts';
import { editText } from './editor.ts';
import { Cancelled, UsageError } from './errors.ts';
import { note } from './output.ts';
import { promptsUntil } from './prompts.ts';

/** Opens the editor until the answer fits; one that is left empty is no answer. */
export async function answerFromEditor(review: Review, signal?: AbortSignal): Promise<JsonObject> {
  let text = beginning(review);
  await prepareCheck(review);
  while (true) {
    text = await editText(text, review.type === 'text-input' ? 'md' : 'json');
    if (text.trim() === '') throw new Cancelled();
    const checked = check(review, text);
    if ('answer' in checked) return checked.answer;
    note(`error: ${checked.problem}`);
    if (!(await promptsUntil(signal).askYesNo('Edit it again?', true))) throw new Cancelled();
  }
}

export const isEdited = ({ type }: Review) => !['approval', 'selection', 'form'].includes(type);

function beginning(review: Review): string {
  if (!isEdited(review)) {
    throw new UsageError('--edit works for text and JSON answers only');
  }
  return review.type === 'text-input' ? `${review.payload.prefill ?? ''}` : '{\n}\n';
}

function check(review: Review, text: string): { answer: JsonObject } | { problem: string } {
  const response = review.type === 'text-input' ? { text } : parse(text);
  if (response === undefined) return { problem: 'This is not JSON' };
  const checked = checkAnswer(review, response);
  if ('answer' in checked) return { answer: response as JsonObject };
  const [{ path = [], message = '' } = {}] = checked.issues;
  return { problem: [...path, message].join(': ') };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
