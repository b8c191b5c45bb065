import { firstIssue } from '../../cli/answer-check.ts';
import { UsageError } from '../../cli/errors.ts';
import { shownId } from '../../cli/kinds/choices.ts';
import type { AskedReview, KindTerminal, Listed, Named } from '../../cli/kinds/kind.ts';
import { eachOf, isEmpty, mustBeNamed, partsOf } from '../../cli/kinds/short-form.ts';
import { collect } from '../../cli/options.ts';
import { onOneLine } from '../../cli/output.ts';
import type { AnswerPrompts, Writing } from '../../cli/prompting/prompts.ts';
import { askSteps } from '../../cli/prompting/steps.ts';
import type { JsonObject } from '../../core/json.ts';
import { type Field, FieldType, readTyped } from './schema.ts';
import { fieldsIn, proposedIn, saidOf, shownFields } from './words.ts';

export const form: KindTerminal = {
  flags: {
    ask: {
      name: 'form',
      about: 'ask for values in a form',
      define: (command) =>
        command
          .option(
            '--field <name:type:label:choices>',
            'field (repeatable); write `name?` for an optional field, and commas between the choices of a select',
            collect,
          )
          .addHelpText(
            'after',
            '\nExample:\n  $ inbox ask form "Scale to?" -c deploys --field nodes:number:Nodes --field why?:textarea:Why',
          ),
      default: { takes: 'name=value', flags: (field) => ({ field }) },
      payload: ({ field }: { field?: string[] }) =>
        field ? { fields: eachOf('--field', field, toField, ({ name }) => name) } : {},
      check({ fields }) {
        if (!isEmpty(fields)) return;
        throw new UsageError(
          'At least one --field is required, such as --field nodes:number:Nodes',
        );
      },
    },
    takes: 'its fields',
    usage: (payload) => usageOf(fieldsIn(payload)),
    answer: (payload, { field }) => (field ? valuesIn(field, fieldsIn(payload)) : undefined),
  },
  prompts: {
    answer: (ask, review, writing) =>
      fillIn(
        ask,
        {
          review,
          fields: fieldsIn(review.payload),
          toResponse: (values) => values,
          check: () => undefined,
          checkField: fieldIssue,
        },
        writing,
      ),
  },
  view: {
    listed: (payload) => shownFields(fieldsIn(payload)).map(listedField),
    written(response, payload) {
      const fields = shownFields(fieldsIn(payload));
      if (fields.length === 0) return namedValues(response);
      return fields.map((field) => [field.label, saidOf(field, response[field.name])]);
    },
    choices: (_, payload) => [
      { key: '↵', text: 'fill in the form' },
      ...shownFields(fieldsIn(payload)).map(({ label, type, required }) => ({
        text: `${label} (${type}${required ? '' : ', optional'})`,
      })),
    ],
  },
};

export const usageOf = (fields: Field[]): string =>
  `--field NAME=VALUE (repeatable). Fields: ${fields.map(({ name }) => name).join(', ')}`;

/** Reads the values of `--field`, by the names of fields. */
export function valuesIn(pairs: string[], fields: Field[]): JsonObject {
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--field ${pair}: use NAME=VALUE`);
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const isCheckbox = fields.some((one) => one.name === name && one.type === 'checkbox');
    return [name, isCheckbox ? toBoolean(value) : value];
  });
  return Object.fromEntries(entries);
}

/** Any other word stays a text, which the server refuses with its own message. */
function toBoolean(value: string): boolean | string {
  if (['true', 'yes', '1'].includes(value)) return true;
  return ['false', 'no', '0'].includes(value) ? false : value;
}

/** `name:type`, `name:type:label` or `name:type:label:choice,choice`; `name?` is optional. */
function toField(text: string) {
  const [named = '', type = 'text', label, choices] = partsOf(text);
  const name = named.replace(/\?$/, '');
  mustBeNamed('--field', name);
  if (!FieldType.safeParse(type).success) {
    const types = FieldType.options.join(', ');
    throw new UsageError(`--field ${text}: Unknown field type “${type}”. Use ${types}`);
  }
  if (type === 'select' && !choices) {
    const example = `${named}:select:${label || name}:a,b`;
    throw new UsageError(`--field ${text}: a select needs choices, such as ${example}`);
  }
  return {
    name,
    type,
    label: label || name,
    required: name === named,
    ...(choices ? { options: choices.split(',') } : {}),
  };
}

/** Fields that are asked one after another, then shown in a summary before they are sent. */
export type Form = {
  fields: Field[];
  review: AskedReview;
  /** Builds the answer from the values. */
  toResponse: (values: JsonObject) => JsonObject;
  /** Returns the problem of a value, or of the whole answer. */
  checkField: (field: Field, value: unknown) => string | undefined;
  check: (response: JsonObject) => string | undefined;
};

/** Returns the problem of a value by itself. */
export const fieldIssue = (field: Field, value: unknown) =>
  firstIssue({ type: 'form', payload: { fields: [field] } }, { [field.name]: value });

export function fillIn(ask: AnswerPrompts, form: Form, writing: Writing): Promise<JsonObject> {
  const { review, toResponse, check } = form;
  const fields = shownFields(form.fields);
  const values: JsonObject = { ...writing.written };
  return askSteps(ask, {
    review,
    check,
    steps: fields.map((field) => ({
      label: field.label,
      ask: (common) => askField(ask, form, field, values, common),
      said: () => shown(field, values),
    })),
    response: () => toResponse(values),
    keep: () => writing.keep?.(withoutPasswords(fields, values)),
  });
}

function shown({ name, type, options = [] }: Field, answer: JsonObject): string {
  const value = answer[name];
  if (value === '' || value === null || value === undefined) return '(none)';
  if (type === 'password') return '••••••';
  if (type === 'checkbox') return value ? 'Yes' : 'No';
  return options.find((one) => one.value === value)?.label ?? String(value);
}

async function askField(
  ask: AnswerPrompts,
  form: Form,
  field: Field,
  values: JsonObject,
  common: { canGoBack: boolean; step: string | undefined },
): Promise<void> {
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

export function listedField({ name, label, type, required, options }: Field): Listed {
  const values = options?.map((option) => option.label).join(', ');
  const kind = values ? `one of ${values}` : type;
  const optional = required ? '' : ', optional';
  return { id: shownId(name), label: onOneLine(`${label} (${kind}${optional})`) };
}

/** Returns each value of an answer in words, with its label. */
export const namedValues = (response: JsonObject, labelOf = (name: string) => name): Named[] =>
  Object.entries(response).map(([name, value]) => [
    labelOf(name),
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
