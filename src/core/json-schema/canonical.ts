import type { JsonObject } from '../json.ts';
import { type At, type Steps, stepsFor } from './steps.ts';

/**
 * The same text for values that JSON Schema calls equal: 1 and 1.0, and objects whatever the order of
 * their keys.
 */
export function canonical(value: unknown, steps: Steps, at: At, depth = 0): string {
  if (typeof value === 'string') {
    steps.take(stepsFor(value), at);
    return JSON.stringify(value);
  }
  steps.take(depth > DEEPEST ? Number.POSITIVE_INFINITY : 1, at);
  // `1e999` is read as Infinity, which JSON would write as null.
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, steps, at, depth + 1)).join()}]`;
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

/** Well below what the stack of a browser takes. */
const DEEPEST = 500;
