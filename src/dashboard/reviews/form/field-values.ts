/** The values of a form's fields, before and while a person fills it in. */
import type { Field } from '../../../core/reviews/kinds/form/fields.ts';

/** By the field's name; '' for an empty field. */
export type Values = Record<string, unknown>;

/** Returns the values the agent proposes, if they fit the field. */
export function firstValues(fields: Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, firstValue(field)]));
}

function firstValue({ type, defaultValue, options }: Field): unknown {
  if (type === 'checkbox') return defaultValue === true;
  if (type === 'password') return '';
  if (type === 'select') {
    const isOption = options?.some(({ value }) => value === defaultValue);
    return isOption ? defaultValue : '';
  }
  return typeof defaultValue === 'string' || typeof defaultValue === 'number' ? defaultValue : '';
}

/** Whether the answer has no value for a field, which may then be folded. */
export function isEmpty({ name, defaultValue }: Field, values: Values): boolean {
  const value = values[name];
  // An unticked box is an answer if the agent proposes one.
  if (value === false) return typeof defaultValue !== 'boolean';
  return value === '' || value === null || value === undefined;
}

/** Removes passwords: they are stored nowhere but at the agent. */
export function withoutSecrets(fields: Field[], values: Values): Values {
  const secrets = fields.filter(({ type }) => type === 'password');
  return { ...values, ...Object.fromEntries(secrets.map(({ name }) => [name, ''])) };
}

/** Describes what a field accepts, if the agent says nothing about it: `0 to 1,240 €`. */
export function hintOf(field: Field): string | undefined {
  const { type, description, min, max } = field;
  if (description) return description;
  if (type !== 'number') return undefined;
  const said = (value: number) => amountOf(field, value);
  if (min !== undefined && max !== undefined) return `${min.toLocaleString()} to ${said(max)}`;
  if (min !== undefined) return `at least ${said(min)}`;
  return max === undefined ? undefined : `at most ${said(max)}`;
}

/** Formats a number with its field's unit: `1,240 €`. */
export const amountOf = ({ unit = '' }: Field, value: number): string =>
  `${value.toLocaleString()}${unit && ` ${unit}`}`;
