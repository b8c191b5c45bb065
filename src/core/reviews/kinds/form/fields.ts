/** The fields of a form: their description, and the values they accept. */
import { z } from 'zod';
import { passIssues } from '../../../issues.ts';
import { defaulted, optional } from '../../../optional.ts';
import { chosenBy, listOf, oneOf, orString, textOf } from '../kind.ts';

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
export function fieldValue(field: Field): z.ZodType {
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

/** An agent's JSON has times as instants, and a template has booleans as text. */
function readDefault({ type, defaultValue }: z.output<typeof Described>): unknown {
  if (type === 'checkbox') return truths.get(defaultValue) ?? defaultValue;
  const cut = cuts[type];
  return cut && Instant.safeParse(defaultValue).success
    ? (defaultValue as string).slice(...cut)
    : defaultValue;
}

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
  text,
  textarea: text,
  password: text,
  number: numeric,
  range: numeric,
  select: ({ options = [] }) => oneOf(options.map((option) => option.value)),
  checkbox: () => z.boolean(),
  date: () => z.iso.date('Expected a date as yyyy-MM-dd'),
  time: () => z.iso.time({ precision: -1, error: 'Expected a time as HH:mm' }),
  datetime: () => LocalDateTime,
  email: (field) =>
    text(field)
      .max(LONGEST_EMAIL, 'Expected an e-mail address')
      .pipe(z.email('Expected an e-mail address')),
  url: (field) => text(field).pipe(z.url('Expected a URL')),
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

const NUMERIC = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i;

/** A form post sends numbers as text (`"3"`). */
function numeric({ min = -Infinity, max = Infinity }: Field) {
  return z.preprocess(
    (given) => (typeof given === 'string' && NUMERIC.test(given) ? Number(given) : given),
    z.number('Expected a number').min(min, `At least ${min}`).max(max, `At most ${max}`),
  );
}
