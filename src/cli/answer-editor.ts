/** Answers written in the person's own editor. */
import type { JsonObject } from '../core/json.ts';
import { checkAnswer } from '../core/reviews/answers.ts';
import type { Review } from '../core/reviews/schema.ts';
import { editText } from './editor.ts';
import { Cancelled, UsageError } from './errors.ts';
import type { Editor } from './kinds/kind.ts';
import { terminalOf } from './kinds/kinds.ts';
import { note, noteStyled, terminalSize } from './output.ts';
import { promptsUntil } from './prompts.ts';

/** Opens the editor until the answer is valid; an empty text cancels. */
export async function answerFromEditor(review: Review, signal?: AbortSignal): Promise<JsonObject> {
  const { editor } = terminalOf(review.type).prompts;
  if (!editor) throw new UsageError('--edit works for text and JSON answers only');
  if (!isEdited(review)) throw new UsageError('This question permits no edits');
  let text = editor.beginning(review.payload);
  await editor.prepare?.(review.payload);
  while (true) {
    text = await editText(text, editor.extension);
    if (text.trim() === '') throw new Cancelled();
    const checked = check(editor, review, text);
    const prompts = promptsUntil(signal);
    if ('answer' in checked) {
      const { columns } = terminalSize(process.stderr);
      const rows = editor.shown?.(checked.answer, review.payload, columns);
      if (rows === undefined) return checked.answer;
      noteStyled(['', ...rows, ''].join('\n'));
      if (await prompts.askYesNo('Send this?', false)) return checked.answer;
    } else note(`error: ${checked.problem}`);
    if (!(await prompts.askYesNo('Edit it again?', true))) throw new Cancelled();
  }
}

/** Whether its answer, or a part of it, can be written in an editor. */
export function isEdited({ type, payload }: Review): boolean {
  const { editor } = terminalOf(type).prompts;
  return editor !== undefined && (editor.isFor?.(payload) ?? true);
}

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
