/** An answer given by a person at the terminal, asked for by the kind of the review. */
import type { JsonObject } from '../core/json.ts';
import { approvingOption, isHarmful } from '../core/reviews/kinds/approval/options.ts';
import type { ApprovalPayload } from '../core/reviews/kinds/approval/schema.ts';
import { exampleOf } from '../core/reviews/kinds/freeform/example.ts';
import { formOf } from '../core/reviews/kinds/freeform/schema-form.ts';
import type { SelectionPayload } from '../core/reviews/kinds/selection/schema.ts';
import type { TextInputPayload } from '../core/reviews/kinds/text-input/schema.ts';
import type { Review } from '../core/reviews/schema.ts';
import { firstIssue, prepareCheck } from './answer-check.ts';
import type { Stage } from './asking/ask.ts';
import type { Choice } from './asking/choice-field.ts';
import { type AnswerPrompts, answerPrompts } from './asking/prompts.ts';
import { fillIn, ownForm, schemaForm } from './form-prompts.ts';
import { commentBy, isChange, isRating, judge, rate } from './plugin-prompts.ts';

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
      return fillIn(ask, ownForm(review), writing);
    case 'text-input':
      return write(ask, review, writing);
    default:
      return answerObject(ask, review, writing);
  }
}

/** By the fields of its schema where that is flat, by its own keys where we know the plugin, else as JSON. */
async function answerObject(ask: AnswerPrompts, review: Asked, writing: Writing) {
  const { payload } = review;
  if (isRating(review)) return rate(ask, payload);
  if (isChange(review)) return judge(ask, payload);
  await prepareCheck(review, writing.tell);
  const form = formOf(payload.schema);
  if (!form) return writeObject(ask, review, writing);
  return fillIn(ask, schemaForm(review, form), writing);
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
  const approving = approvingOption(options);
  const choices = options.map((option, at) => ({
    ...{ value: option.id, label: isHarmful(option) ? `! ${option.label}` : option.label },
    ...{ key: keyAt(at), style: option === approving ? 'green' : undefined },
    ...(option.style === 'danger' ? { style: 'red', hint: 'needs confirmation' } : {}),
  })) as Choice[];
  const selectedOption = await ask.one('Your decision', choices);
  const chosen = options.find(({ id }) => id === selectedOption);
  if (chosen?.style === 'danger' && !(await ask.yesNo(`Really ${chosen.label}?`, false))) {
    return approve(ask, payload);
  }
  return allowComment ? { selectedOption, ...(await commentBy(ask)) } : { selectedOption };
}

const keyAt = (at: number) => (at < 9 ? `${at + 1}` : undefined);

async function select(ask: AnswerPrompts, { mode, items }: SelectionPayload): Promise<JsonObject> {
  const choices = items.map(({ id, label, description }, at) => ({
    ...{ value: id, label, hint: description },
    key: mode === 'single' ? keyAt(at) : undefined,
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
  const text = await ask.text({
    ...{ message: 'Your answer, as JSON', lines: 'pasted' },
    initial: textOf(writing.written?.text) ?? beginningOf(review.payload),
    changed: (text) => writing.keep?.({ text }),
    check(text) {
      const value = parse(text);
      return value === undefined ? 'Enter a JSON object' : firstIssue(review, value);
    },
  });
  return parse(text) as JsonObject;
}

const beginningOf = ({ schema }: JsonObject) => JSON.stringify(exampleOf(schema), null, 2);

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
