/** Answers written in the person's own editor. */
import type { JsonObject } from '../core/json.ts';
import { checkAnswer } from '../core/reviews/answers.ts';
import type { Review } from '../core/reviews/schema.ts';
import { editText } from './editor.ts';
import { Cancelled, UsageError } from './errors.ts';
import type { Editor } from './kinds/kind.ts';
import { terminalOf } from './kinds/kinds.ts';
import { note } from './output.ts';
import { promptsUntil } from './prompts.ts';

/** Opens the editor until the answer is valid; an empty text cancels. */
export async function answerFromEditor(review: Review, signal?: AbortSignal): Promise<JsonObject> {
  const { editor } = terminalOf(review.type).prompts;
  if (!editor) throw new UsageError('--edit works for text and JSON answers only');
  let text = editor.beginning(review.payload);
  await editor.prepare?.(review.payload);
  while (true) {
    text = await editText(text, editor.extension);
    if (text.trim() === '') throw new Cancelled();
    const checked = check(editor, review, text);
    if ('answer' in checked) return checked.answer;
    note(`error: ${checked.problem}`);
    if (!(await promptsUntil(signal).askYesNo('Edit it again?', true))) throw new Cancelled();
  }
}

export const isEdited = ({ type }: Review) => terminalOf(type).prompts.editor !== undefined;

function check(
  { read }: Editor,
  review: Review,
  text: string,
): { answer: JsonObject } | { problem: string } {
  const response = read(text);
  if (response === undefined) return { problem: 'This is not JSON' };
  const checked = checkAnswer(review, response);
  if ('answer' in checked) return { answer: response as JsonObject };
  const [{ path = [], message = '' } = {}] = checked.issues;
  return { problem: [...path, message].join(': ') };
}
