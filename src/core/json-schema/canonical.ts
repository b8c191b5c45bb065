import { isLongNumber, type JsonObject } from '../json.ts';
import { decimalOf } from '../numbers.ts';
import { type At, type Steps, stepsFor } from './steps.ts';

/**
 * Returns the same text for values that JSON Schema considers equal: 1 and 1.0, and objects in any
 * key order.
 */
export function canonical(value: unknown, steps: Steps, at: At, depth = 0): string {
  if (typeof value === 'string') {
    steps.take(stepsFor(value), at);
    return JSON.stringify(value);
  }
  steps.take(depth > DEEPEST ? Number.POSITIVE_INFINITY : 1, at);
  // `1e999` is parsed as Infinity, which JSON would write as null.
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, steps, at, depth + 1)).join()}]`;
  }
  if (isLongNumber(value)) {
    const { sign, digits, exponent } = decimalOf(value.rawJSON);
    steps.take(stepsFor(digits), at);
    return `${sign}*${digits}e${exponent}`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  for (const key of Object.keys(value).sort()) {
    steps.take(stepsFor(key), at);
    const inner = canonical((value as JsonObject)[key], steps, at, depth + 1);
    text += `${text && ','}${JSON.stringify(key)}:${inner}`;
  }
  return `{${text}}`;
}

/** Well below the limit of a browser's stack. */
const DEEPEST = 500;
