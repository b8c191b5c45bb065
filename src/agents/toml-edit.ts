/**
 * Puts values into TOML that belongs to another program, and takes them out again: everything else stays as it is, to the
 * byte. A text that can't be read is left alone.
 */
import { parse, patch, stringify, TomlFormat } from '@decimalturn/toml-patch';
import { canonicalJson, isJsonObject, type JsonObject } from '../core/json.ts';
import { type Addition, NotEditable, type Put } from './json-edit.ts';

const BOM = '\ufeff';

/** Adds the values that are not there yet. */
export function putIn(original: string, additions: Addition[]): { text: string; put: Put } {
  const bom = original.startsWith(BOM) ? BOM : '';
  const put: Put = { additions: [], made: [], blank: null };
  let text = original.slice(bom.length);
  for (const addition of additions) {
    if (!('value' in addition)) throw new Error('Elements of lists are not put into TOML');
    const { path } = addition;
    const value = read(text);
    if (valueAt(value, path) !== undefined) continue;
    for (let length = 1; length < path.length; length += 1) {
      const above = path.slice(0, length);
      const found = valueAt(value, above);
      if (found === undefined) put.made.push({ path: above, inside: null });
      else if (!isJsonObject(found)) throw new NotEditable(`“${above.join('.')}” must be a table`);
    }
    if (text.trim() === '') put.blank = text;
    setAt(value, path, addition.value);
    text = withTable(text, addition, value) ?? patch(text, value);
    put.additions.push(addition);
  }
  return { text: bom + text, put };
}

/**
 * Takes out what was put in, even if it was changed, as long as it has one of the `marks` in it. Tables that were made go
 * if nothing is left in them.
 */
export function takeOut(
  original: string,
  { additions, made, blank }: Put,
  marks: string[],
): string {
  const bom = original.startsWith(BOM) ? BOM : '';
  let text = original.slice(bom.length);
  for (const addition of additions.toReversed()) {
    if (!('value' in addition)) continue;
    const value = read(text);
    const found = canonicalJson(valueAt(value, addition.path) ?? null);
    const isOurs = found === canonicalJson(addition.value);
    if (!isOurs && !marks.some((mark) => found.includes(mark))) continue;
    deleteAt(value, addition.path);
    for (const { path } of made.toReversed()) {
      const left = valueAt(value, path);
      if (isJsonObject(left) && Object.keys(left).length === 0) deleteAt(value, path);
    }
    text = withoutTable(text, addition, value) ?? patch(text, value);
  }
  return bom + (blank !== null && text.trim() === '' ? blank : text);
}

/** Returns the value of a text. */
export const valueIn = (original: string): JsonObject =>
  read(original.startsWith(BOM) ? original.slice(BOM.length) : original);

function read(text: string): JsonObject {
  try {
    return parse(text);
  } catch (error) {
    const { message, line } = error as Error & { line?: number };
    const [, why = message] = /\n([^\n]+)$/.exec(message) ?? [];
    throw new NotEditable(`line ${line ?? 1}: ${why}`);
  }
}

type Table = { path: string[]; value: unknown };

/** The text with a table of its own at the end; null if it means something else there, as after a table in one line. */
function withTable(text: string, table: Table, wanted: JsonObject): string | null {
  const end = text.trimEnd().length;
  const eol = eolOf(text);
  const lines = linesOf(table, eol);
  const added =
    end === 0 ? lines + eol : `${text.slice(0, end)}${eol}${eol}${lines}${text.slice(end)}`;
  return isSame(added, wanted) ? added : null;
}

/** The text without the table as it was written; null if that has changed. */
function withoutTable(text: string, table: Table, wanted: JsonObject): string | null {
  const eol = eolOf(text);
  const lines = linesOf(table, eol);
  const at = text.lastIndexOf(lines);
  if (at < 0) return null;
  const before = text.slice(0, at);
  const kept = before.endsWith(eol + eol) ? before.slice(0, -2 * eol.length) : before;
  const left = kept + text.slice(at + lines.length);
  return isSame(left, wanted) ? left : null;
}

const eolOf = (text: string) => /\r?\n/.exec(text)?.[0] ?? '\n';

/** The table as a person would write it, with tables inside it in one line. */
function linesOf({ path, value }: Table, eol: string): string {
  const format = TomlFormat.default();
  format.inlineTableStart = 0;
  format.newLine = eol;
  return `[${path.join('.')}]${eol}${stringify(value, format).trimEnd()}`;
}

function isSame(text: string, value: JsonObject): boolean {
  try {
    return Bun.deepEquals(parse(text), value);
  } catch {
    return false;
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
