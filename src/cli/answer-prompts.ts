/** An answer given by a person at the terminal, asked for by the kind of the review. */
import type { JsonObject } from '../core/json.ts';
import { checkAnswer } from '../core/reviews/answers.ts';
import type { ApprovalPayload } from '../core/reviews/kinds/approval.ts';
import type { FormPayload } from '../core/reviews/kinds/form.ts';
import type { SelectionPayload } from '../core/reviews/kinds/selection.ts';
import type { TextInputPayload } from '../core/reviews/kinds/text-input.ts';
import type { Review } from '../core/reviews/schema.ts';
import { prepareCheck } from './answer-check.ts';
import type { Stage } from './asking/ask.ts';
import { type AnswerPrompts, answerPrompts } from './asking/prompts.ts';
import { fillIn } from './form-prompts.ts';

type Asked = Pick<Review, 'type' | 'payload'>;
export type Writing = {
  /** Takes the question back, as if the person had left it. */
  signal?: AbortSignal;
  /** What was written before, as far as it was. */
  written?: JsonObject | null | undefined;
  /** Hears of what is written so far. */
  keep?: (written: JsonObject) => void;
  /** Where it is asked: in place of the terminal itself, in a view. */
  stage?: Stage | undefined;
  /** Tells what else there is to know, in place of a line on stderr. */
  tell?: (sentence: string) => void;
};

export async function answerFromPrompts(review: Asked, writing: Writing = {}): Promise<JsonObject> {
  const { payload } = review;
  const ask = answerPrompts(writing.signal, writing.stage);
  if (await declined(ask, payload)) return { _dismissed: true };
  switch (review.type) {
    case 'approval':
      return approve(ask, payload as ApprovalPayload);
    case 'selection':
      return select(ask, payload as SelectionPayload);
    case 'form':
      return fillIn(ask, payload as FormPayload, writing);
    case 'text-input':
      return write(ask, review, writing);
    default:
      return writeObject(ask, review, writing);
  }
}

async function declined(ask: AnswerPrompts, payload: JsonObject): Promise<boolean> {
  const { submitLabel, dismissLabel } = payload;
  if (typeof dismissLabel !== 'string') return false;
  const answer = { value: 'answer', label: String(submitLabel ?? 'Answer') };
  const dismiss = { value: 'dismiss', label: dismissLabel };
  return (await ask.one('Answer this question?', [answer, dismiss])) === 'dismiss';
}

async function approve(ask: AnswerPrompts, payload: ApprovalPayload): Promise<JsonObject> {
  const { options, allowComment } = payload;
  const choices = options.map(({ id, label }) => ({ value: id, label }));
  const selectedOption = await ask.one('Your decision', choices);
  const chosen = options.find(({ id }) => id === selectedOption);
  if (chosen?.style === 'danger' && !(await ask.yesNo(`Really ${chosen.label}?`, false))) {
    return approve(ask, payload);
  }
  if (!allowComment) return { selectedOption };
  const placeholder = 'Enter to leave it out';
  const comment = await ask.text({ message: 'Comment', placeholder, lines: 'pasted' });
  return { selectedOption, ...(comment ? { comment } : {}) };
}

async function select(ask: AnswerPrompts, { mode, items }: SelectionPayload): Promise<JsonObject> {
  const choices = items.map(({ id, label, description }) => ({
    value: id,
    label,
    ...(description ? { hint: description } : {}),
  }));
  if (mode === 'single') return { selectedIds: [await ask.one('Your choice', choices)] };
  return { selectedIds: await ask.many('Your choice', choices) };
}

async function write(ask: AnswerPrompts, review: Asked, writing: Writing): Promise<JsonObject> {
  const { placeholder, prefill } = review.payload as TextInputPayload;
  const text = await ask.text({
    ...{ message: 'Your answer', placeholder, lines: 'many' },
    initial: textOf(writing.written?.text) ?? prefill,
    changed: (text) => writing.keep?.({ text }),
    check: (text) => firstIssue(review, { text }),
  });
  return { text };
}

async function writeObject(ask: AnswerPrompts, review: Asked, writing: Writing) {
  await prepareCheck(review, writing.tell);
  const text = await ask.text({
    ...{ message: 'Your answer, as JSON', lines: 'pasted' },
    initial: textOf(writing.written?.text) ?? '{}',
    changed: (text) => writing.keep?.({ text }),
    check(text) {
      const value = parse(text);
      return value === undefined ? 'Write a JSON object' : firstIssue(review, value);
    },
  });
  return parse(text) as JsonObject;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function firstIssue(review: Asked, response: unknown): string | undefined {
  const checked = checkAnswer(review, response);
  return 'issues' in checked ? checked.issues[0]?.message : undefined;
}
