import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import {
  inOneLine,
  isFilled,
  labelIn,
  labelsIn,
  MASK,
  masked,
  namesPassword,
  valuesByName,
  writtenLabel,
} from '../../core/reviews/kinds/labels.ts';
import type { Field } from './schema.ts';

export const form: KindWords = {
  word: 'Form',
  fields: fieldsIn,
  read: (payload) => shownFields(fieldsIn(payload)).map(fieldWords),
  labels: ({ fields }) => labelsIn(fields),
  line: filledIn,
  record: (response, payload) =>
    valuesByName(
      fieldsIn(payload).map(({ name, label, options }) => {
        const value = response[name];
        const said = typeof value === 'string' ? writtenLabel(options, 'value', value) : value;
        return [label === '' || typeof label !== 'string' ? name : label, said];
      }),
    ),
  asksSecret: ({ fields }) => namesPassword(fields),
  hideInQuestion: hideDefaults,
  hideInAnswer(response, { fields }) {
    // A truncated payload does not say which fields are passwords: no value is shown.
    const isCut = !Array.isArray(fields);
    return masked(response, isCut ? Object.keys(response) : passwordsIn(fields, response));
  },
  example: (payload) =>
    Object.fromEntries(fieldsIn(payload).map((field) => [field.name, valueFor(field)])),
};

export function fieldsIn({ fields }: JsonObject): Field[] {
  return Array.isArray(fields) ? (fields as Field[]).filter(isJsonObject) : [];
}

/** A field as it is asked; a value that the agent filled in may be a secret. */
const fieldWords = ({ label, description, placeholder, options = [] }: Field): string =>
  [label, description, placeholder, ...options.map((option) => `- ${option.label}`)]
    .filter((text) => text?.trim())
    .join('\n');

/** Returns fields with the labels that are shown, of their options too. */
export const shownFields = (fields: Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    label: labelIn(fields, 'name', field.name),
    options: field.options?.map((option) => ({
      ...option,
      label: labelIn(field.options, 'value', option.value),
    })),
  }));

const passwordsIn = (fields: Field[], response: JsonObject): string[] =>
  fields.filter(({ type, name }) => type === 'password' && response[name]).map(({ name }) => name);

/** Describes the value of a field. */
export function saidOf(field: Field, value: unknown): string {
  if (!isFilled(value)) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.type === 'select') return labelIn(field.options, 'value', value);
  if (typeof value === 'number') return amountOf(field, value);
  return String(value);
}

/** Returns what the agent proposes, as its field shows it: older questions may have a line break in one line. */
export const proposedIn = ({ type, defaultValue }: Field): unknown =>
  typeof defaultValue === 'string' && type !== 'textarea' && type !== 'select'
    ? defaultValue.replace(BREAKS, (all, at) => (at + all.length < defaultValue.length ? ' ' : ''))
    : defaultValue;
const BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;

/** Returns a number with its field's unit: `1240 €`. It can be typed back. */
export const amountOf = ({ unit = '' }: Field, value: number): string =>
  `${value}${unit && ` ${unit}`}`;

/** Hides every value if a list has truncated the fields. */
function filledIn(response: JsonObject, payload: JsonObject): string {
  const filled = Object.values(response).filter((value) => value !== null).length;
  const shown = fieldsIn(payload)
    .filter(({ name, type }) => type !== 'password' && isFilled(response[name]))
    .map((field) => {
      const said = inOneLine(saidOf(field, response[field.name]));
      return field.type === 'checkbox'
        ? `${labelIn(payload.fields, 'name', field.name)}: ${said}`
        : said;
    });
  return shown.join(' · ') || `${filled} ${filled === 1 ? 'field' : 'fields'} filled in`;
}

const values: Partial<Record<Field['type'], unknown>> = {
  checkbox: true,
  email: 'ana@example.com',
  url: 'https://example.com',
  date: '2026-01-02',
  time: '09:30',
  datetime: '2026-01-02T09:30',
};

function valueFor({ type, defaultValue, options, min, max }: Field): unknown {
  if (defaultValue !== undefined) return defaultValue;
  if (type === 'select') return options?.[0]?.value;
  if (type === 'number' || type === 'range') return min ?? max ?? 0;
  return values[type] ?? 'text';
}

/** A password that an agent prefilled is visible only to the person who is asked. */
export function hideDefaults(payload: JsonObject): JsonObject {
  if (!Array.isArray(payload.fields)) return payload;
  const fields = payload.fields.map((field) =>
    isJsonObject(field) && field.type === 'password' && field.defaultValue
      ? { ...field, defaultValue: MASK }
      : field,
  );
  return { ...payload, fields };
}
