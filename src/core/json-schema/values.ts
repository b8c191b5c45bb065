/** Keywords for a value as a whole, a text and a number. */
import { isLongNumber, isNumeric, type JsonObject, type Numeric, writtenAs } from '../json.ts';
import { compareNumbers, decimalOf } from '../numbers.ts';
import { canonical } from './canonical.ts';
import { isOfFormat } from './formats.ts';
import { matches } from './patterns.ts';
import type { Run } from './run.ts';
import { type At, stepsFor } from './steps.ts';

export function judgeValue(run: Run, schema: JsonObject, value: unknown, at: At): boolean {
  const typed = isOfType(run, schema.type, value, at);
  const { const: only, enum: list } = schema;
  const isOnly =
    only === undefined ||
    canonical(only, run.steps, at) === canonical(value, run.steps, at) ||
    run.wrong('const', at, `Instance does not match ${JSON.stringify(only)}.`);
  const isListed =
    !Array.isArray(list) ||
    run.setOf(list, at).has(canonical(value, run.steps, at)) ||
    run.wrong('enum', at, `Instance does not match any of ${inShort(list)}.`);
  return typed && isOnly && isListed;
}

const LISTED = 20;

const inShort = (list: unknown[]) =>
  list.length <= LISTED
    ? JSON.stringify(list)
    : `${JSON.stringify(list.slice(0, LISTED)).slice(0, -1)},…] (${list.length} values)`;

function isOfType(run: Run, type: unknown, value: unknown, at: At): boolean {
  if (type === undefined) return true;
  const own = typeOf(value);
  if (type === own) return true;
  const types = [type].flat();
  run.steps.take(types.length, at);
  const isInteger = own === 'number' && isWhole(value);
  if (types.includes(own) || (isInteger && types.includes('integer'))) return true;
  const expected = `Expected "${types.join('", "')}".`;
  return run.wrong('type', at, `Instance type "${own}" is invalid. ${expected}`);
}

function typeOf(value: unknown) {
  if (value === null) return 'null';
  if (isLongNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isWhole = (value: unknown) =>
  isLongNumber(value) ? decimalOf(value.rawJSON).exponent >= 0 : Number.isInteger(value);

export function judgeString(run: Run, schema: JsonObject, value: string, at: At): boolean {
  const { minLength: min, maxLength: max, pattern, format } = schema;
  const isAsked = typeof min === 'number' || typeof max === 'number';
  const length = isAsked ? characters(run, value, at) : 0;
  let fits = true;
  if (typeof min === 'number' && length < min) {
    fits = run.wrong('minLength', at, `String is too short (${length} < ${min}).`);
  }
  if (typeof max === 'number' && length > max) {
    fits = run.wrong('maxLength', at, `String is too long (${length} > ${max}).`);
  }
  if (typeof pattern === 'string' && matches(pattern, value, run.steps, at) === false) {
    fits = run.wrong('pattern', at, 'String does not match pattern.');
  }
  if (typeof format === 'string' && !isOfFormat(format, value, run.steps, at)) {
    fits = run.wrong('format', at, `String does not match format "${format}".`);
  }
  return fits;
}

/** By code points: a surrogate pair is one. */
function characters(run: Run, text: string, at: At): number {
  run.steps.take(stepsFor(text), at);
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function judgeNumber(run: Run, schema: JsonObject, value: Numeric, at: At): boolean {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  const wrong = (keyword: string, message: string) =>
    run.wrong(keyword, at, `${writtenAs(value)} ${message}`);
  let fits = true;
  if (isNumeric(minimum) && compare(value, minimum) < 0) {
    fits = wrong('minimum', `is less than ${writtenAs(minimum)}.`);
  }
  if (isNumeric(maximum) && compare(value, maximum) > 0) {
    fits = wrong('maximum', `is greater than ${writtenAs(maximum)}.`);
  }
  if (isNumeric(above) && compare(value, above) <= 0) {
    fits = wrong('exclusiveMinimum', `is less than ${writtenAs(above)}.`);
  }
  if (isNumeric(below) && compare(value, below) >= 0) {
    fits = wrong('exclusiveMaximum', `is greater than or equal to ${writtenAs(below)}.`);
  }
  if (isNumeric(multipleOf) && !isMultiple(run, value, multipleOf, at)) {
    fits = wrong('multipleOf', `is not a multiple of ${writtenAs(multipleOf)}.`);
  }
  return fits;
}

const compare = (one: Numeric, other: Numeric): number =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.sign(one - other)
    : compareNumbers(writtenAs(one), writtenAs(other));

/** As decimals: 0.3 is three times 0.1. */
function isMultiple(run: Run, value: Numeric, divisor: Numeric, at: At): boolean {
  if ([value, divisor].some((one) => typeof one === 'number' && !Number.isFinite(one)))
    return false;
  const [one, other] = [decimalOf(writtenAs(value)), decimalOf(writtenAs(divisor))];
  if (other.sign <= 0) return false;
  const shift = one.exponent - other.exponent;
  const length = one.digits.length + other.digits.length;
  // Dividing a long number takes time with its square.
  run.steps.take(DECIMAL_STEPS + length ** 2 / 1000 + Math.abs(shift), at);
  const [digits, divisorDigits] = [BigInt(one.digits), BigInt(other.digits)];
  return shift >= 0
    ? (digits * 10n ** BigInt(shift)) % divisorDigits === 0n
    : digits % (divisorDigits * 10n ** BigInt(-shift)) === 0n;
}

const DECIMAL_STEPS = 20;
