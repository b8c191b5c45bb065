/**
 * Puts values into JSON that belongs to another program, and takes them out again: comments, indentation, line breaks and
 * a byte order mark stay as they are. What can't be read with certainty is left alone.
 */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { canonicalJson } from '../core/json.ts';

/** An element at the end of the list at `path`, or a new property. Missing lists and objects are created. */
export type Addition = { path: string[]; element: unknown } | { path: string[]; value: unknown };

/** Our part of a text, and how to take it out again. */
export type Put = {
  additions: Addition[];
  /** The lists and objects that were made, outermost first; `inside` is the text in one that existed, and was empty. */
  made: { path: string[]; inside: string | null }[];
  /** The whole text, if it had no value. */
  blank: string | null;
};

/** The text can't be edited; the message says why, with the line. */
export class NotEditable extends Error {}

const BOM = '\ufeff';

/** Adds what is not there yet. */
export function putIn(original: string, additions: Addition[]): { text: string; put: Put } {
  const bom = original.startsWith(BOM) ? BOM : '';
  const put: Put = { additions: [], made: [], blank: null };
  let text = original.slice(bom.length);
  const style = styleOf(text);
  for (const addition of additions) {
    const added = add(text, addition, style, put);
    if (added === null) continue;
    put.additions.push(addition);
    text = added;
  }
  return { text: bom + text, put };
}

/**
 * Takes out what was put in, wherever its list has it now, and any other element that has one of the `marks` in it:
 * texts that only such elements have. Lists and objects that were made go if nothing is left in them.
 */
export function takeOut(
  original: string,
  { additions, made, blank }: Put,
  marks: string[],
): string {
  const bom = original.startsWith(BOM) ? BOM : '';
  let text = original.slice(bom.length);
  for (const addition of additions.toReversed()) text = remove(text, addition);
  text = removeMarked(text, marks);
  for (const container of made.toReversed()) text = withoutMade(text, container);
  return bom + (blank === null ? text : asBlank(text, blank));
}

/** Returns the value of a text; undefined for an empty one. */
export function valueIn(original: string): unknown {
  const root = parsed(original.startsWith(BOM) ? original.slice(1) : original);
  return root === undefined ? undefined : getNodeValue(root);
}

/** Undefined for a text of blanks and comments. */
function parsed(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = treeOf(text, errors);
  if (root === undefined && isBlank(text)) return undefined;
  const [first] = errors;
  if (first) {
    throw new NotEditable(`line ${lineOf(text, first.offset)}: ${wordsOf(first)}`);
  }
  if (root?.type !== 'object') throw new NotEditable('line 1: there must be an object, in braces');
  mustHaveEachKeyOnce(text, root);
  return root;
}

function isBlank(text: string): boolean {
  const { next, comma } = after(text, 0);
  return next === text.length && comma === null;
}

function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) throw new NotEditable('line 1: it is nested too deeply');
    throw error;
  }
}

/** `PropertyNameExpected` as words. */
const wordsOf = ({ error }: ParseError) =>
  printParseErrorCode(error)
    .replaceAll(/\B[A-Z]/g, ' $&')
    .toLowerCase();

const lineOf = (text: string, offset: number) => text.slice(0, offset).split(/\r\n|\r|\n/).length;

/** Programs differ in which of two they read. */
function mustHaveEachKeyOnce(text: string, root: Node): void {
  const seen = new Map<Node, Set<string>>();
  for (const node of nodesIn(root)) {
    if (node.type !== 'property' || !node.parent) continue;
    const keys = seen.get(node.parent) ?? new Set();
    const key = keyOf(node);
    if (keys.has(key)) {
      throw new NotEditable(`line ${lineOf(text, node.offset)}: “${key}” exists twice`);
    }
    seen.set(node.parent, keys.add(key));
  }
}

/** Every node, in the order of the text. */
function* nodesIn(root: Node): Generator<Node> {
  const left = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    yield node;
    left.push(...(node.children ?? []).toReversed());
  }
}

const keyOf = (property: Node) => `${property.children?.[0]?.value}`;

const endOf = ({ offset, length }: Node) => offset + length;

/** How a document is written. */
type Style = { eol: string; unit: string; isMinified: boolean };

function styleOf(text: string): Style {
  const [eol = '\n'] = /\r\n|\r|\n/.exec(text) ?? [];
  const [, unit = '  '] = /[\r\n]([ \t]+)["{[]/.exec(text) ?? [];
  return { eol, unit, isMinified: /^\s*\{\s*"[^\r\n]*\}\s*$/.test(text) };
}

/** Null if it already exists. */
function add(text: string, addition: Addition, style: Style, put: Put): string | null {
  const { path } = addition;
  const isElement = 'element' in addition;
  const inner = isElement ? [addition.element] : addition.value;
  const depth = isElement ? path.length : path.length - 1;
  const root = parsed(text);
  const reached = root ? depthOf(text, root, path, depth, isElement) : 0;
  const holder = root && nodeAt(root, path.slice(0, reached));
  if (reached === depth && holder && has(holder, addition)) return null;
  if (holder?.children?.length === 0) {
    const inside = text.slice(holder.offset + 1, endOf(holder) - 1);
    put.made.push({ path: path.slice(0, reached), inside });
  }
  for (let length = reached + 1; length <= depth; length += 1) {
    put.made.push({ path: path.slice(0, length), inside: null });
  }
  if (!holder) {
    put.blank = text;
    return withRoot(text, nested(path, inner), style);
  }
  const key = path[reached];
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${style.isMinified ? '' : ' '}`;
  const value =
    reached === depth && isElement ? addition.element : nested(path.slice(reached + 1), inner);
  return inserted(text, holder, name, value, style);
}

const nodeAt = (root: Node, path: string[]): Node | undefined =>
  path.length === 0 ? root : findNodeAtLocation(root, path);

/** The value in an object for each part of the path. */
const nested = (path: string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);

/** How far the path leads into the document, at most `depth`. */
function depthOf(text: string, root: Node, path: string[], depth: number, isElement: boolean) {
  for (let length = 1; length <= depth; length += 1) {
    const node = nodeAt(root, path.slice(0, length));
    if (!node) return length - 1;
    const wanted = isElement && length === depth ? 'array' : 'object';
    if (node.type === wanted) continue;
    const words = wanted === 'array' ? 'a list, in brackets' : 'an object, in braces';
    const name = path.slice(0, length).join('.');
    throw new NotEditable(`line ${lineOf(text, node.offset)}: “${name}” must be ${words}`);
  }
  return depth;
}

function has(holder: Node, addition: Addition): boolean {
  const children = holder.children ?? [];
  if ('element' in addition) {
    return children.some((child) => isValue(child, addition.element));
  }
  const key = addition.path.at(-1);
  return children.some((property) => keyOf(property) === key);
}

function withRoot(text: string, value: unknown, { eol, unit }: Style): string {
  const root = JSON.stringify(value, null, unit).replaceAll('\n', eol);
  return `${text}${after(text, 0).isOpen ? eol : ''}${root}${eol}`;
}

/** Inserts an element, or a value with its name before it, at the end of a list or an object. */
function inserted(text: string, holder: Node, name: string, value: unknown, style: Style): string {
  const { eol, unit, isMinified } = style;
  const [first] = holder.children ?? [];
  const last = holder.children?.at(-1);
  const close = endOf(holder) - 1;
  const from = last ? endOf(last) : holder.offset + 1;
  const { comma, end, isOpen } = after(text, from, close);
  const isBroken = hasBreak(text.slice(holder.offset, first?.offset ?? holder.offset));
  const isInline = first ? !isBroken && !isOpen : isMinified;
  const outer = indentAt(text, holder.offset);
  const indent = first && isBroken ? indentAt(text, first.offset) : outer + unit;
  const lines = JSON.stringify(value, null, isMinified ? 0 : unit);
  const written = isInline
    ? lines.replaceAll(/\n[ \t]*/g, ' ')
    : lines.replaceAll('\n', eol + indent);
  const lead = isInline ? (isMinified ? '' : ' ') : eol + indent;
  const tail = first || isInline || hasBreak(text.slice(end, close)) ? '' : eol + outer;
  return [
    text.slice(0, from),
    last && comma === null ? ',' : '',
    text.slice(from, end),
    lead + name + written,
    comma === null ? '' : ',',
    tail,
    text.slice(end),
  ].join('');
}

const hasBreak = (text: string) => /[\r\n]/.test(text);

/** The blanks at the start of the line of a place. */
function indentAt(text: string, offset: number): string {
  const line = /[^\r\n]*$/.exec(text.slice(0, offset))?.[0] ?? '';
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

const BETWEEN = /[ \t\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/y;

/** Reads on over blanks, comments and a comma. */
function after(text: string, offset: number, close = text.length) {
  /** The place of the comma. */
  let comma: number | null = null;
  /** Where the last comma or comment ends. */
  let end = offset;
  /** Whether that is a comment that only the end of its line ends. */
  let isOpen = false;
  let next = offset;
  for (; next < close; next = BETWEEN.lastIndex) {
    BETWEEN.lastIndex = next;
    const [token] = BETWEEN.exec(text) ?? [];
    if (token === undefined || (token === ',' && comma !== null)) break;
    if (/^[ \t\r\n]/.test(token)) continue;
    if (token === ',') comma = next;
    end = BETWEEN.lastIndex;
    isOpen = token.startsWith('//');
  }
  return { comma, end, isOpen, next };
}

function remove(text: string, addition: Addition): string {
  const root = parsed(text);
  const { path } = addition;
  const isElement = 'element' in addition;
  const holder = root && nodeAt(root, isElement ? path : path.slice(0, -1));
  if (holder?.type !== (isElement ? 'array' : 'object')) return text;
  const index = (holder.children ?? []).findLastIndex((child) =>
    isElement ? isValue(child, addition.element) : isProperty(child, addition),
  );
  return without(text, holder, index);
}

const isValue = (node: Node | undefined, value: unknown) =>
  node !== undefined && canonicalJson(getNodeValue(node)) === canonicalJson(value);

const isProperty = (node: Node, { path, value }: { path: string[]; value: unknown }) =>
  keyOf(node) === path.at(-1) && isValue(node.children?.[1], value);

/** Removes a child with the blanks before it, and one comma. */
function without(text: string, holder: Node, index: number): string {
  const child = holder.children?.[index];
  if (!child) return text;
  const before = holder.children?.[index - 1];
  const end = endOf(child);
  const { comma } = after(text, end, endOf(holder) - 1);
  const ahead = after(text, before ? endOf(before) : holder.offset + 1, child.offset);
  const unneeded = comma ?? ahead.comma;
  // A comment before it must still end.
  const isEnded = /^[ \t]*[\r\n]/.test(text.slice(comma === end ? end + 1 : end));
  const begin = ahead.isOpen && !isEnded ? child.offset : ahead.end;
  const kept = (from: number, to: number) =>
    unneeded !== null && unneeded >= from && unneeded < to
      ? text.slice(from, unneeded) + text.slice(unneeded + 1, to)
      : text.slice(from, to);
  return kept(0, begin) + kept(end, text.length);
}

function removeMarked(original: string, marks: string[]): string {
  let text = original;
  while (true) {
    const root = parsed(text);
    const found = root && markedIn(root, marks);
    if (!found) return text;
    text = without(text, found.list, found.index);
  }
}

/** An element with a mark in it: the innermost, or the outermost in which that is alone. */
function markedIn(root: Node, marks: string[]): { list: Node; index: number } | undefined {
  for (const node of nodesIn(root)) {
    const { type, value } = node;
    const isMarked = type === 'string' && marks.some((mark) => `${value}`.includes(mark));
    const found = isMarked ? elementAround(node) : undefined;
    if (found) return found;
  }
  return undefined;
}

function elementAround(inner: Node): { list: Node; index: number } | undefined {
  let found: { list: Node; index: number } | undefined;
  for (let node = inner; node.parent; node = node.parent) {
    const { parent: list } = node;
    if (list.type !== 'array' || !list.children) continue;
    // An element that has others of this list, which stay.
    found = { list, index: list.children.indexOf(node) };
    if (list.children.length > 1) return found;
  }
  return found;
}

function withoutMade(text: string, { path, inside }: Put['made'][number]): string {
  const root = parsed(text);
  const node = root && nodeAt(root, path);
  if (node?.children?.length !== 0) return text;
  const now = text.slice(node.offset + 1, endOf(node) - 1);
  if (now.trim() !== (inside ?? '').trim()) return text;
  if (inside !== null) return text.slice(0, node.offset + 1) + inside + text.slice(endOf(node) - 1);
  const property = node.parent;
  const holder = property?.parent;
  return property && holder
    ? without(text, holder, holder.children?.indexOf(property) ?? -1)
    : text;
}

/** Returns the text as it was without a value, unless others have added to it. */
function asBlank(text: string, blank: string): string {
  const root = parsed(text);
  if (root?.children?.length !== 0) return text;
  const inside = text.slice(root.offset + 1, endOf(root) - 1);
  const around = text.slice(0, root.offset) + text.slice(endOf(root));
  return inside.trim() === '' && around.trim() === blank.trim() ? blank : text;
}
