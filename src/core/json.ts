import { isKept } from './numbers.ts';

export type JsonObject = Record<string, unknown>;

/** A number with more digits than a number of JavaScript keeps: it is written as it was read. */
type LongNumber = { rawJSON: string };

declare global {
  /** Missing in older browsers. */
  interface JSON {
    rawJSON?: (text: string) => LongNumber;
    isRawJSON?: (value: unknown) => value is LongNumber;
    parse(text: string, reviver: Reviver): unknown;
  }
}
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLongNumber(value)
  );
}

export const isLongNumber = (value: unknown): value is LongNumber =>
  JSON.isRawJSON?.(value) ?? false;

/** A number, of however many digits. */
export type Numeric = number | LongNumber;
export const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'number' || isLongNumber(value);
export const writtenAs = (value: Numeric): string =>
  typeof value === 'number' ? `${value}` : value.rawJSON;

/** Reads JSON without losing digits of its numbers; `long` is how many are long, if it is known. */
export function parseJson(text: string, long = countLong(text, 1)): unknown {
  return long > 0 ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** For what others parse: keeps a number of which digits would be lost. */
export const keepDigits: Reviver = (_key, value, context) => {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || isKept(source)) return value;
  return JSON.rawJSON?.(source) ?? value;
};

/** Returns where such numbers are, and what they are. */
export function longNumbers(value: unknown): Placed[] {
  const found: Placed[] = [];
  const path: string[] = [];
  const look = (inner: unknown) => {
    if (typeof inner !== 'object' || inner === null) return;
    if (isLongNumber(inner)) found.push({ path: [...path], written: inner.rawJSON });
    else {
      for (const [name, member] of Object.entries(inner)) {
        path.push(name);
        look(member);
        path.pop();
      }
    }
  };
  look(value);
  return found;
}
type Placed = { path: string[]; written: string };

/** Counts the numbers of a JSON text that have more than 15 digits or an exponent, up to `most`. */
export function countLong(text: string, most: number): number {
  let count = 0;
  let digits = 0;
  let quoted = false;
  for (let at = 0; at < text.length && count < most; at++) {
    const char = text.charCodeAt(at);
    if (quoted) {
      if (char === BACKSLASH) at++;
      else if (char === QUOTE) quoted = false;
    } else if (char === QUOTE) quoted = true;
    else if (char === POINT || (char >= ZERO && char <= NINE)) {
      if (++digits === SAFE_DIGITS + 1) count++;
    } else if (char === SMALL_E || char === LARGE_E) {
      if (digits > 0 && digits <= SAFE_DIGITS) count++;
      digits = 0;
    } else digits = 0;
  }
  return count;
}

/** A double keeps this many digits of any number. */
const SAFE_DIGITS = 15;
const [QUOTE, BACKSLASH, POINT, ZERO, NINE, SMALL_E, LARGE_E] = [34, 92, 46, 48, 57, 101, 69];

/**
 * JSON with the keys of every object ordered by UTF-16 units and without white space, as in RFC
 * 8785: equal values have equal text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

export const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Reads an object that may have been damaged; null for anything else. */
export function objectIn(text: string | null): JsonObject | null {
  try {
    const value = text === null ? null : parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const fromJson = (text: string | null) => (text === null ? null : JSON.parse(text));
