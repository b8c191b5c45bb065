/** A form: the description of its fields, and the values they accept. */
import { z } from 'zod';
import { MOST_ISSUES, passIssues } from '../../core/issues.ts';
import { isJsonObject, isLongNumber, type JsonObject } from '../../core/json.ts';
import { isKept, readNumber } from '../../core/numbers.ts';
import { defaulted, optional } from '../../core/optional.ts';
import {
  buttons,
  chosenBy,
  defineKind,
  dismissable,
  heading,
  listOf,
  oneOf,
  orString,
  textOf,
  withoutPrototype,
} from '../../core/reviews/kinds/kind.ts';

export const FieldType = z.enum([
  'text',
  'textarea',
  'number',
  'range',
  'select',
  'checkbox',
  'date',
  'time',
  'datetime',
  'email',
  'url',
  'password',
]);
type FieldType = z.infer<typeof FieldType>;

const Choice = z.looseObject({ value: z.string(), label: z.string() });

/** `_dismissed` dismisses a form, and `__proto__` is not a usable key of a JavaScript object. */
const reserved = ['_dismissed', '__proto__'];
const FieldName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !reserved.includes(name), 'This name is reserved');

const Described = z.looseObject({
  name: FieldName,
  type: FieldType,
  label: z.string(),
  required: defaulted(z.boolean(), false),
  placeholder: optional(z.string()),
  description: optional(z.string()),
  defaultValue: z.unknown().optional(),
  options: optional(listOf(orString('value', Choice), 'value', { max: 1000 })),
  min: optional(z.number()),
  max: optional(z.number()),
  step: optional(z.number().positive()),
  unit: optional(z.string()),
  minLength: optional(z.number().int().min(0)),
  maxLength: optional(z.number().int().min(0)),
});

export const Field = Described.superRefine((field, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { min = -Infinity, max = Infinity, minLength = 0, maxLength = Infinity } = field;
  if (field.type === 'select' && !field.options?.length)
    refuse('options', 'A select needs options');
  if (min > max) refuse('max', 'max is less than min');
  if (minLength > maxLength) refuse('maxLength', 'maxLength is less than minLength');
  if (field.required && maxLength === 0)
    refuse('maxLength', 'A required field needs a maxLength of at least 1');
}).superRefine(judgeDefault);
export type Field = z.infer<typeof Field>;

/**
 * Returns the schema of a field's value; an optional field may be omitted, null or empty: it
 * becomes null.
 */
function fieldValue(field: Field): z.ZodType {
  const value = values[field.type](field);
  if (field.type === 'checkbox') return field.required ? value : emptyAs(false, value);
  return field.required ? value : emptyAs(null, value);
}

function emptyAs(empty: null | false, value: z.ZodType) {
  const isEmpty = (given: unknown) => given === undefined || given === null || given === '';
  const nothing = z.unknown().transform(() => empty);
  return chosenBy((given) => (isEmpty(given) ? nothing : value));
}

/** Checks a default like an answer, except that it may be missing, and stores it in the same form. */
function judgeDefault(field: z.output<typeof Described>, context: z.core.$RefinementCtx): void {
  const { defaultValue: given, ...described } = field;
  const isNone = given === undefined || given === null || given === '';
  // The object is zod's copy of the request.
  if (isNone) delete field.defaultValue;
  if (isNone || (field.type === 'select' && !field.options?.length)) return;
  const judged = fieldValue({ ...described, required: false }).safeParse(readDefault(field));
  if (judged.success) field.defaultValue = judged.data;
  else passIssues(context, judged.error, ['defaultValue']);
}

/** An agent's JSON has times as instants, and a template has numbers and booleans as text. */
function readDefault({ type, defaultValue }: z.output<typeof Described>): unknown {
  if (type === 'checkbox') return truths.get(defaultValue) ?? defaultValue;
  if (type === 'number' || type === 'range') return readWritten(defaultValue);
  const cut = cuts[type];
  return cut && Instant.safeParse(defaultValue).success
    ? (defaultValue as string).slice(...cut)
    : defaultValue;
}

/** A program has no groups of thousands: `1.125` is not ambiguous, as it is where a person typed it. */
const readWritten = (given: unknown) =>
  typeof given === 'string' && WRITTEN.test(given) && isKept(given.trim()) ? Number(given) : given;
const WRITTEN = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

const truths = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

/** The local time as written: its zone and seconds are dropped. */
const cuts: Partial<Record<FieldType, [from: number, to: number]>> = {
  date: [0, 10],
  time: [11, 16],
  datetime: [0, 16],
};
const Instant = z.iso.datetime({ offset: true, local: true });

type Values = Record<Field['type'], (field: Field) => z.ZodType>;

const values: Values = {
  text: line,
  textarea: text,
  password: line,
  number: numeric,
  range: numeric,
  select: ({ options = [] }) => oneOf(options.map((option) => option.value)),
  checkbox: () => z.boolean(),
  date: () => z.iso.date('Expected a date as yyyy-MM-dd'),
  time: () => z.iso.time({ precision: -1, error: 'Expected a time as HH:mm' }),
  datetime: () => LocalDateTime,
  email: (field) =>
    line(field, (text) =>
      text
        .max(LONGEST_EMAIL, 'Expected an e-mail address')
        .pipe(z.email('Expected an e-mail address')),
    ),
  url: (field) => line(field, (text) => text.pipe(z.url('Expected a URL'))),
};

/** As in RFC 5321; parsing one of a million characters takes long. */
const LONGEST_EMAIL = 254;

const localDateTime = 'Expected a date and time as yyyy-MM-ddTHH:mm';
const LocalDateTime = z.iso
  .datetime({ local: true, precision: -1, error: localDateTime })
  .regex(/[^Z]$/, localDateTime);

function text({ required, minLength = 0, maxLength = Infinity }: Field) {
  return textOf(required ? Math.max(1, minLength) : minLength, maxLength);
}

/**
 * A text on one line, as its field shows it. The line break at the end of a file or of an output is dropped;
 * others would be sent without being seen.
 */
function line(field: Field, as: (text: ReturnType<typeof textOf>) => z.ZodType = (all) => all) {
  const whole = (given: unknown) =>
    typeof given === 'string' ? given.replace(LAST_BREAK, '') : given;
  return z.preprocess(whole, as(text(field).regex(ONE_LINE, 'Must be one line')));
}

const LAST_BREAK = /(\r\n|[\n\v\f\r\u0085\u2028\u2029])$/;
const ONE_LINE = /^[^\n\v\f\r\u0085\u2028\u2029]*$/;

/** People, form posts and the command line send numbers as text. */
function numeric(field: Field) {
  const { min = -Infinity, max = Infinity } = field;
  return z
    .unknown()
    .transform((given, context) => {
      const text = isLongNumber(given) ? given.rawJSON : given;
      if (typeof text !== 'string') return given;
      const read = readTyped(field, text);
      if ('value' in read) return read.value;
      context.addIssue({ code: 'custom', message: read.wrong });
      return z.NEVER;
    })
    .pipe(z.number('Expected a number').min(min, `At least ${min}`).max(max, `At most ${max}`));
}

/** Reads what was typed into a number field. The number that the agent proposed may stay as it was shown. */
export const readTyped = ({ defaultValue }: Field, text: string): ReturnType<typeof readNumber> =>
  typeof defaultValue === 'number' && text === String(defaultValue)
    ? { value: defaultValue }
    : readNumber(text);

const Fields = listOf(Field, 'name', { max: 100 });

export const FormPayload = z.looseObject({
  ...heading,
  fields: z.preprocess(withinBounds, Fields) as unknown as typeof Fields,
  ...buttons,
});
export type FormPayload = z.infer<typeof FormPayload>;

export const form = defineKind({
  payload: FormPayload,
  answer: (payload) => dismissable(payload, allFields(payload.fields)),
});

const MOST_OPTIONS = 5000;

/** Stops after the first 200 wrong options, and reads nothing of a form that is too large. */
function withinBounds(fields: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(fields)) return fields;
  const options: unknown[][] = fields.map((field) =>
    Array.isArray(field?.options) ? field.options : [],
  );
  if (options.reduce((sum, list) => sum + list.length, 0) > MOST_OPTIONS) {
    const message = `A form must not have more than ${MOST_OPTIONS} options in total`;
    context.addIssue({ code: 'custom', message });
  }
  let wrong = 0;
  const enough = options.findIndex((list) => {
    wrong += list.filter((option) => !isChoice(option)).length;
    return wrong >= MOST_ISSUES;
  });
  return enough < 0 ? fields : fields.slice(0, enough + 1);
}

const isChoice = (option: unknown) =>
  typeof option === 'string' ||
  (isJsonObject(option) && typeof option.value === 'string' && typeof option.label === 'string');

/** One key per field, null for an empty optional one; an unknown key is an error. */
function allFields(fields: Field[]): z.ZodType<JsonObject> {
  const shape = Object.fromEntries(fields.map((field) => [field.name, fieldValue(field)]));
  return z.preprocess(withoutPrototype, z.strictObject(shape));
}
