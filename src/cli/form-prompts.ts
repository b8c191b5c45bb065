/** A form at the terminal: field after field, then all of it once more before it is sent. */
import type { JsonObject } from '../core/json.ts';
import { checkAnswer } from '../core/reviews/answers.ts';
import type { Field } from '../core/reviews/kinds/fields.ts';
import type { FormPayload } from '../core/reviews/kinds/form.ts';
import { whyNotHeld } from '../core/reviews/undo.ts';
import type { Writing } from './answer-prompts.ts';
import { WentBack } from './asking/ask.ts';
import type { AnswerPrompts } from './asking/prompts.ts';
import { Cancelled } from './errors.ts';
import { oneLine } from './output.ts';

const SHOWN_COLUMNS = 60;

export async function fillIn(
  ask: AnswerPrompts,
  payload: FormPayload,
  writing: Writing,
): Promise<JsonObject> {
  const { fields } = payload;
  const answer: JsonObject = { ...writing.written };
  let at = 0;
  while (true) {
    const field = fields[at];
    if (field) {
      const canGoBack = at > 0;
      const moved = await stepOf(() => askField(ask, field, answer, canGoBack));
      if (moved > 0) writing.keep?.(withoutPasswords(fields, answer));
      at += moved;
      continue;
    }
    const next = await stepOf(() => summary(ask, payload, answer));
    if (next > 0) return answer;
    at = next < 0 ? fields.length - 1 : 0;
  }
}

/** One on, one back, or to the beginning. */
async function stepOf(work: () => Promise<1 | 0>): Promise<1 | 0 | -1> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WentBack) return -1;
    throw error;
  }
}

async function summary(ask: AnswerPrompts, payload: FormPayload, answer: JsonObject) {
  const lines = payload.fields.map(
    (field) => `${oneLine(field.label, 30)}: ${shown(field, answer)}`,
  );
  const why = whyNotHeld({ payload, expiresAt: null }, answer);
  const warning = why ? [`This cannot be undone: ${why}.`] : [];
  const chosen = await ask.one(
    ['Your answer', ...lines, ...warning].join('\n'),
    [
      { value: 'send', label: 'Send' },
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
  field: Field,
  answer: JsonObject,
  canGoBack: boolean,
): Promise<1> {
  const { name, type, label, description, required, defaultValue, options = [] } = field;
  const message = description ? `${label} (${description})` : label;
  const before = name in answer ? answer[name] : defaultValue;
  const initial = before === undefined || before === null ? undefined : String(before);
  const common = { canGoBack };
  const one = { type: 'form', payload: { fields: [field] } };
  const check = (text: string) => {
    const checked = checkAnswer(one, { [name]: text });
    return 'issues' in checked ? checked.issues[0]?.message : undefined;
  };
  if (type === 'checkbox') answer[name] = await ask.yesNo(message, before === true, common);
  else if (type === 'select') {
    const choices = options.map(({ value, label }) => ({ value, label }));
    const none = required ? [] : [{ value: '', label: '(none)' }];
    answer[name] = await ask.one(message, [...none, ...choices], initial, common);
  } else {
    const lines = type === 'textarea' ? ('many' as const) : ('one' as const);
    const placeholder = hintFor(field);
    const isSecret = type === 'password';
    const question = { message, placeholder, initial, check, lines, isSecret };
    answer[name] = await ask.text(question, common);
  }
  return 1;
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
  return placeholder ?? (form || (required ? undefined : 'Leave it empty to skip it'));
}
