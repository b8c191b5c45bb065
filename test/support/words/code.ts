/** Texts for those who read the code: comments, names and the titles of tests, with their lines. */
import { parseSync, Visitor } from 'oxc-parser';
import { linesOf, type Sentence } from './sentences.ts';

type Comment = { type: string; start: number; end: number; value: string };

/** Finds comments, without the code in them; adjacent `//` lines are one. Skips directives to tools. */
export function commentsIn(file: string, source: string): Sentence[] {
  const found: (Sentence & { end: number; isLine: boolean })[] = [];
  const lineAt = linesOf(source);
  const comments = file.endsWith('.css') ? inCss(source) : parseSync(file, source).comments;
  for (const { type, start, end, value } of comments) {
    const text = value
      .replace(/^\s*\* ?/gm, '')
      .replaceAll(/`[^`]*`/g, '…')
      .trim();
    if (/^(biome-ignore|@ts-)/.test(text)) continue;
    const last = found.at(-1);
    const isLine = type === 'Line';
    if (isLine && last?.isLine && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${text}`;
      last.end = end;
    } else {
      found.push({ file, line: lineAt(start), text, end, isLine });
    }
  }
  return found.map(({ line, text }) => ({ file, line, text: text.replace(/\s+/g, ' ') }));
}

const inCss = (source: string): Comment[] =>
  [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 0: whole, 1: value = '', index }) => ({
    type: 'Block',
    start: index,
    end: index + whole.length,
    value,
  }));

/** Finds titles of tests; a template's values are `…`. */
export function titlesIn(file: string, source: string): Sentence[] {
  const found: Sentence[] = [];
  const lineAt = linesOf(source);
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      if (
        first === undefined ||
        !/^(test|describe)\b/.test(source.slice(callee.start, callee.end))
      ) {
        return;
      }
      const line = lineAt(start);
      if (first.type === 'Literal' && typeof first.value === 'string') {
        found.push({ file, line, text: first.value });
      } else if (first.type === 'TemplateLiteral') {
        found.push({ file, line, text: first.quasis.map(({ value }) => value.raw).join('…') });
      }
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** Finds the names that the code declares or uses, as words: `noteSent` is `note sent`. */
export function namesIn(file: string, source: string): Sentence[] {
  const found: Sentence[] = [];
  const lineAt = linesOf(source);
  const note = ({ name, start }: { name: string; start: number }) => {
    if (WIRE.includes(name)) return;
    const words = name.split(/(?=[A-Z])|_/).join(' ');
    found.push({ file, line: lineAt(start), text: words.toLowerCase() });
  };
  new Visitor({ Identifier: note, PrivateIdentifier: note }).visit(parseSync(file, source).program);
  return found;
}

/** Names that clients read, and columns. */
const WIRE = ['told', 'toldAt', 'toldBy'];
