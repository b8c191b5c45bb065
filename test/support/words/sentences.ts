/** Every sentence of ours that a person can meet, with the line it is written on. */
import { parseSync, Visitor } from 'oxc-parser';

export type Sentence = { file: string; line: number; text: string };

/**
 * Returns the strings of a source file that may be shown: literals, templates (`…` for values) and
 * the text of elements. Names of modules, types and SQL statements are never shown.
 */
export function sentencesIn(file: string, source: string): Sentence[] {
  const found: Sentence[] = [];
  const hidden = new Set<unknown>();
  const lineOf = linesOf(source);
  const keep = (text: string, start: number) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (reads(plain)) found.push({ file, line: lineOf(start), text: plain });
  };
  const hide = (node: { source?: unknown }) => hidden.add(node.source);
  new Visitor({
    ImportDeclaration: hide,
    ExportNamedDeclaration: hide,
    ExportAllDeclaration: hide,
    ImportExpression: hide,
    TSLiteralType(node) {
      hidden.add(node.literal);
    },
    TaggedTemplateExpression(node) {
      hidden.add(node.quasi);
    },
    JSXText(node) {
      keep(node.value, node.start);
    },
    Literal(node) {
      if (typeof node.value === 'string' && !hidden.has(node)) keep(node.value, node.start);
    },
    TemplateLiteral(node) {
      const parts = node.quasis.map(({ value }) => value.cooked ?? value.raw);
      if (!hidden.has(node)) keep(parts.join('…'), node.start);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** More than a name: several words, or one that begins as a label does. */
const reads = (text: string) => /[a-z]{2}/i.test(text) && (/\s/.test(text) || /^[A-Z]/.test(text));

/** Returns the number of the line of a place, without counting from the beginning for each. */
export function linesOf(source: string): (start: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return (start) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** The prose of a page, paragraph by paragraph: without blocks of code and without `code`. */
export function proseIn(file: string, page: string): Sentence[] {
  let inBlock = false;
  const found: Sentence[] = [];
  for (const [index, line] of page.split('\n').entries()) {
    if (/^\s*```/.test(line)) inBlock = !inBlock;
    else if (!inBlock && !/^ {4}/.test(line)) {
      const text = line.replace(/`[^`]*`/g, '`…`').replace(/\]\([^)]*\)/g, ']');
      if (text.trim()) found.push({ file, line: index + 1, text });
    }
  }
  return found;
}
