/** A form at the terminal: one field after another, then a summary before it is sent. */

import { firstIssue } from '../../cli/answer-check.ts';
import { WentBack } from '../../cli/asking/ask.ts';
import type { AnswerPrompts } from '../../cli/asking/prompts.ts';
import type { Writing } from '../../cli/asking/writing.ts';
import { Cancelled } from '../../cli/errors.ts';
import type { Asked, KindPrompts } from '../../cli/kinds/kind-prompts.ts';
import { oneLine } from '../../cli/output.ts';
import type { JsonObject } from '../../core/json.ts';
import { whyNotHeld } from '../../core/reviews/undo.ts';
import { type Field, readTyped } from './fields.ts';
import { fieldsIn, proposedIn, shownFields } from './words.ts';

const SHOWN_COLUMNS = 60;

export type Form = {
  fields: Field[];
  review: Asked;
  /** Builds the answer from the values. */
  toResponse: (values: JsonObject) => JsonObject;
  /** Returns the problem of a value, or of the whole answer. */
  checkField: (field: Field, value: unknown) => string | undefined;
  check: (response: JsonObject) => string | undefined;
};

export const form: KindPrompts = {
  answer: (ask, review, writing) =>
    fillIn(
      ask,
      {
        ...{ review, fields: fieldsIn(review.payload), toResponse: (values) => values },
        ...{ check: () => undefined, checkField: fieldIssue },
      },
      writing,
    ),
};

/** Returns the problem of a value by itself. */
export const fieldIssue = (field: Field, value: unknown) =>
  firstIssue({ type: 'form', payload: { fields: [field] } }, { [field.name]: value });

export async function fillIn(
  ask: AnswerPrompts,
  form: Form,
  writing: Writing,
): Promise<JsonObject> {
  const fields = shownFields(form.fields);
  const values: JsonObject = { ...writing.written };
  let at = 0;
  while (true) {
    const field = fields[at];
    if (field) {
      const step = fields.length > 1 ? `${at + 1} of ${fields.length}` : undefined;
      const common = { canGoBack: at > 0, step };
      const moved = await stepOf(() => askField(ask, form, field, values, common));
      if (moved > 0) writing.keep?.(withoutPasswords(fields, values));
      at += moved;
      continue;
    }
    const next = await stepOf(() => summary(ask, form, values));
    if (next > 0) return form.toResponse(values);
    at = next < 0 ? fields.length - 1 : 0;
  }
}

/** Moves one field forward, one back, or to the first. */
async function stepOf(work: () => Promise<1 | 0>): Promise<1 | 0 | -1> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WentBack) return -1;
    throw error;
  }
}

async function summary(ask: AnswerPrompts, form: Form, values: JsonObject): Promise<1 | 0> {
  const { review } = form;
  const fields = shownFields(form.fields);
  const lines = fields.map((field) => `${oneLine(field.label, 30)}: ${shown(field, values)}`);
  const response = form.toResponse(values);
  const wrong = form.check(response);
  const why = whyNotHeld(review, response);
  const warnings = [
    ...(wrong === undefined ? [] : [`Cannot be sent yet: ${wrong}`]),
    ...(why === undefined ? [] : [`This cannot be undone: ${why}.`]),
  ];
  const chosen = await ask.one(
    ['Your answer', ...lines, ...warnings].join('\n'),
    [
      ...(wrong === undefined ? [{ value: 'send', label: 'Send' }] : []),
      { value: 'edit', label: 'Edit' },
      { value: 'cancel', label: 'Cancel' },
    ],
    undefined,
    { canGoBack: true },
  );
  if (chosen === 'cancel') throw new Cancelled();
  return chosen === 'send' ? 1 : 0;
}

function shown({ name, type, options = [] }: Field, answer: JsonObject): string {
  const value = answer[name];
  if (value === '' || value === null || value === undefined) return '(none)';
  if (type === 'password') return '••••••';
  if (type === 'checkbox') return value ? 'Yes' : 'No';
  const label = options.find((one) => one.value === value)?.label;
  return oneLine(label ?? String(value), SHOWN_COLUMNS);
}

async function askField(
  ask: AnswerPrompts,
  form: Form,
  field: Field,
  values: JsonObject,
  common: { canGoBack: boolean; step: string | undefined },
): Promise<1> {
  const { name, type, label, description, required, options = [] } = field;
  const message = description ? `${label} (${description})` : label;
  const before = name in values ? values[name] : proposedIn(field);
  const initial = before === undefined || before === null ? undefined : String(before);
  const check = (text: string) => form.checkField(field, text);
  if (type === 'checkbox') values[name] = await ask.yesNo(message, before === true, common);
  else if (type === 'select') {
    const choices = options.map(({ value, label }) => ({ value, label }));
    const none = required ? [] : [{ value: '', label: '(none)' }];
    values[name] = await ask.one(message, [...none, ...choices], initial, common);
  } else {
    const lines = type === 'textarea' ? ('many' as const) : ('one' as const);
    const placeholder = hintFor(field);
    const isSecret = type === 'password';
    const question = { message, placeholder, initial, check, lines, isSecret };
    values[name] = asRead(field, await ask.text(question, common));
  }
  return 1;
}

/** A number is shown as it will be sent, not as it was typed. */
function asRead(field: Field, text: string): unknown {
  if (field.type !== 'number' && field.type !== 'range') return text;
  const read = readTyped(field, text);
  return 'value' in read ? read.value : text;
}

const withoutPasswords = (fields: Field[], answer: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(answer).filter(
      ([name]) => !fields.some((field) => field.name === name && field.type === 'password'),
    ),
  );

const forms: Partial<Record<Field['type'], string>> = {
  date: 'yyyy-MM-dd',
  time: 'HH:mm',
  datetime: 'yyyy-MM-ddTHH:mm',
};

function hintFor({ type, placeholder, min, max, unit, required }: Field): string | undefined {
  const range = min === undefined && max === undefined ? '' : `${min ?? ''}…${max ?? ''}`;
  const form = forms[type] ?? [range, unit].filter(Boolean).join(' ');
  return placeholder ?? (form || (required ? undefined : 'Leave empty to skip'));
}
