/**
 * Puts values into TOML that belongs to another program, and takes them out again: everything else stays as it is, to the
 * byte. A text that can't be read is left alone.
 */
import { parse, patch } from '@decimalturn/toml-patch';
import { canonicalJson, isJsonObject, type JsonObject } from '../core/json.ts';
import { type Addition, NotEditable, type Put } from './json-edit.ts';

const BOM = '\ufeff';

/** Adds the values that are not there yet. */
export function putIn(original: string, additions: Addition[]): { text: string; put: Put } {
  const { bom, text, value } = read(original);
  const put: Put = { additions: [], made: [], blank: null };
  for (const addition of additions) {
    if (!('value' in addition)) throw new Error('Elements of lists are not put into TOML');
    const { path } = addition;
    if (valueAt(value, path) !== undefined) continue;
    for (let length = 1; length < path.length; length += 1) {
      const above = path.slice(0, length);
      const found = valueAt(value, above);
      if (found === undefined) put.made.push({ path: above, inside: null });
      else if (!isJsonObject(found)) throw new NotEditable(`“${above.join('.')}” must be a table`);
    }
    setAt(value, path, addition.value);
    put.additions.push(addition);
  }
  return { text: bom + (put.additions.length === 0 ? text : patch(text, value)), put };
}

/** Takes out what was put in and is unchanged, with the tables that were made for it. */
export function takeOut(original: string, { additions, made }: Put): string {
  const { bom, text, value } = read(original);
  for (const addition of additions) {
    if (!('value' in addition)) continue;
    const found = valueAt(value, addition.path);
    if (canonicalJson(found ?? null) === canonicalJson(addition.value)) {
      deleteAt(value, addition.path);
    }
  }
  for (const { path } of made.toReversed()) {
    const left = valueAt(value, path);
    if (isJsonObject(left) && Object.keys(left).length === 0) deleteAt(value, path);
  }
  return bom + patch(text, value);
}

/** Returns the value of a text. */
export const valueIn = (original: string): JsonObject => read(original).value;

function read(original: string): { bom: string; text: string; value: JsonObject } {
  const bom = original.startsWith(BOM) ? BOM : '';
  const text = original.slice(bom.length);
  try {
    return { bom, text, value: parse(text) };
  } catch (error) {
    const { message, line } = error as Error & { line?: number };
    const [, why = message] = /\n([^\n]+)$/.exec(message) ?? [];
    throw new NotEditable(`line ${line ?? 1}: ${why}`);
  }
}

function valueAt(root: JsonObject, path: readonly string[]): unknown {
  return path.reduce(
    (value: unknown, name) => (isJsonObject(value) ? value[name] : undefined),
    root,
  );
}

function setAt(root: JsonObject, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    root[name] = value;
    return;
  }
  const next = root[name];
  const inner: JsonObject = isJsonObject(next) ? next : {};
  root[name] = inner;
  setAt(inner, rest, value);
}

function deleteAt(root: JsonObject, path: readonly string[]): void {
  const holder = valueAt(root, path.slice(0, -1));
  if (isJsonObject(holder)) delete holder[path.at(-1) ?? ''];
}
