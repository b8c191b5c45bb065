/** The values of a form's fields, before and while a person fills it in. */
import type { Field } from '../schema.ts';
import { amountOf, proposedIn } from '../words.ts';

/** By the field's name; '' for an empty field. */
export type Values = Record<string, unknown>;

/** Returns the values the agent proposes, if they fit the field. */
export function firstValues(fields: Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.name, firstValue(field)]));
}

function firstValue(field: Field): unknown {
  const { type, options } = field;
  const defaultValue = proposedIn(field);
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

/** Describes what a field accepts, if the agent says nothing about it: `0 to 1240 €`. */
export function hintOf(field: Field): string | undefined {
  const { type, description, min, max } = field;
  if (description) return description;
  if (type !== 'number') return undefined;
  const said = (value: number) => amountOf(field, value);
  if (min !== undefined && max !== undefined) return `${min} to ${said(max)}`;
  if (min !== undefined) return `at least ${said(min)}`;
  return max === undefined ? undefined : `at most ${said(max)}`;
}

/** The next number up or down, within the field's bounds, as the decimals are written: 0.1, 0.2, 0.3. */
export function stepped(field: Field, value: number | null, isUp: boolean): number {
  const { min = -Infinity, max = Infinity, step = 1 } = field;
  const within = (number: number) => Math.min(Math.max(number, min), max);
  if (value === null) return within(0);
  const decimals = Math.max(decimalsOf(value), decimalsOf(step));
  return within(Number((isUp ? value + step : value - step).toFixed(decimals)));
}

/** Up to 100, which is the most that `toFixed` takes. */
function decimalsOf(value: number): number {
  const [, decimals = '', exponent = '0'] = /^[^.e]*\.?(\d*)(?:e(.*))?$/.exec(`${value}`) ?? [];
  return Math.min(100, Math.max(0, decimals.length - Number(exponent)));
}
