/** An answer given by a person at the terminal, asked for by the kind of the review. */
import type { JsonObject } from '../core/json.ts';
import { checkAnswer } from '../core/reviews/answers.ts';
import type { ApprovalPayload } from '../core/reviews/kinds/approval.ts';
import type { Field } from '../core/reviews/kinds/fields.ts';
import type { FormPayload } from '../core/reviews/kinds/form.ts';
import type { SelectionPayload } from '../core/reviews/kinds/selection.ts';
import type { TextInputPayload } from '../core/reviews/kinds/text-input.ts';
import type { Review } from '../core/reviews/schema.ts';
import { prepareCheck } from './answer-check.ts';
import { type Prompts, promptsUntil } from './prompts.ts';

type Asked = Pick<Review, 'type' | 'payload'>;

/** @param signal takes the question back, as if the person had left it */
export async function answerFromPrompts(review: Asked, signal?: AbortSignal): Promise<JsonObject> {
  const { payload } = review;
  const ask = promptsUntil(signal);
  if (await declined(ask, payload)) return { _dismissed: true };
  switch (review.type) {
    case 'approval':
      return approve(ask, payload as ApprovalPayload);
    case 'selection':
      return select(ask, payload as SelectionPayload);
    case 'form':
      return fillIn(ask, payload as FormPayload);
    case 'text-input':
      return write(ask, payload as TextInputPayload, review);
    default:
      return writeObject(ask, review);
  }
}

async function declined(ask: Prompts, payload: JsonObject): Promise<boolean> {
  const { submitLabel, dismissLabel } = payload;
  if (typeof dismissLabel !== 'string') return false;
  const answer = { value: 'answer', label: String(submitLabel ?? 'Answer') };
  const chosen = await ask.askOne('What now?', [answer, { value: 'dismiss', label: dismissLabel }]);
  return chosen === 'dismiss';
}

async function approve(ask: Prompts, payload: ApprovalPayload): Promise<JsonObject> {
  const { options, allowComment } = payload;
  const choices = options.map(({ id, label }) => ({ value: id, label }));
  const selectedOption = await ask.askOne('Your decision', choices);
  const chosen = options.find(({ id }) => id === selectedOption);
  // A danger option asks twice: an answer cannot be taken back.
  if (chosen?.style === 'danger' && !(await ask.askYesNo(`Really ${chosen.label}?`))) {
    return approve(ask, payload);
  }
  if (!allowComment) return { selectedOption };
  const comment = await ask.askText({ message: 'Comment', placeholder: 'Enter to leave it out' });
  return { selectedOption, ...(comment ? { comment } : {}) };
}

async function select(ask: Prompts, { mode, items }: SelectionPayload): Promise<JsonObject> {
  const choices = items.map(({ id, label, description }) => ({
    value: id,
    label,
    ...(description ? { hint: description } : {}),
  }));
  if (mode === 'single') return { selectedIds: [await ask.askOne('Your choice', choices)] };
  return { selectedIds: await ask.askMany('Your choice', choices) };
}

async function write(ask: Prompts, payload: TextInputPayload, review: Asked): Promise<JsonObject> {
  const { placeholder, prefill } = payload;
  const validate = (text: string | undefined) => firstIssue(review, { text: text ?? '' });
  return {
    text: await ask.askLines({ message: 'Your answer', placeholder, initial: prefill, validate }),
  };
}

async function writeObject(ask: Prompts, review: Asked): Promise<JsonObject> {
  await prepareCheck(review);
  const validate = (text: string | undefined) => {
    const value = parse(text ?? '');
    return value === undefined ? 'Write a JSON object' : firstIssue(review, value);
  };
  const text = await ask.askText({ message: 'Your answer, as JSON', initial: '{}', validate });
  return parse(text) as JsonObject;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function fillIn(ask: Prompts, { fields }: FormPayload): Promise<JsonObject> {
  const answer: JsonObject = {};
  for (const field of fields) answer[field.name] = await askField(ask, field);
  return answer;
}

async function askField(ask: Prompts, field: Field): Promise<unknown> {
  const { type, label, description, required, defaultValue, options = [] } = field;
  const message = description ? `${label} (${description})` : label;
  const one = { type: 'form', payload: { fields: [field] } };
  const validate = (value: string | undefined) => firstIssue(one, { [field.name]: value ?? '' });
  const initial =
    defaultValue === undefined || defaultValue === null ? undefined : String(defaultValue);
  if (type === 'checkbox') return ask.askYesNo(message, defaultValue === true);
  if (type === 'password') return ask.askPassword(message, validate);
  if (type !== 'select') {
    const put = type === 'textarea' ? ask.askLines : ask.askText;
    return put({ message, placeholder: hintFor(field), initial, validate });
  }
  const choices = options.map(({ value, label }) => ({ value, label }));
  const none = required ? [] : [{ value: '', label: '(none)' }];
  return ask.askOne(message, [...none, ...choices], initial);
}

const forms: Partial<Record<Field['type'], string>> = {
  date: 'yyyy-MM-dd',
  time: 'HH:mm',
  datetime: 'yyyy-MM-ddTHH:mm',
};

function hintFor({ type, placeholder, min, max, unit, required }: Field): string | undefined {
  const range = min === undefined && max === undefined ? '' : `${min ?? ''}…${max ?? ''}`;
  const form = forms[type] ?? [range, unit].filter(Boolean).join(' ');
  return placeholder ?? (form || (required ? undefined : 'Enter to leave it out'));
}

function firstIssue(review: Asked, response: unknown): string | undefined {
  const checked = checkAnswer(review, response);
  return 'issues' in checked ? checked.issues[0]?.message : undefined;
}
