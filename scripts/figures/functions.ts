/** How long functions are. */
import { Visitor } from 'oxc-parser';
import type { Parsed } from './parsed.ts';

export type Length = { path: string; line: number; lines: number };
type Span = { start: number; end: number };

/** Each function with its lines, but for those on which there is nothing but functions inside it. */
export function functionLengths({ path, source, program, lineOf }: Parsed): Length[] {
  const open: (Span & { inner: Span[] })[] = [];
  const lengths: Length[] = [];
  const enter = ({ start, end }: Span) => {
    open.at(-1)?.inner.push({ start, end });
    open.push({ start, end, inner: [] });
  };
  const exit = () => {
    const span = open.pop();
    if (span) lengths.push({ path, line: lineOf(span.start), lines: ownLines(source, span) });
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': exit,
    FunctionExpression: enter,
    'FunctionExpression:exit': exit,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': exit,
  }).visit(program);
  return lengths;
}

/** Replaces the text of an inner function. */
const INNER = '\0';

function ownLines(source: string, { start, end, inner }: Span & { inner: Span[] }): number {
  let text = '';
  let at = start;
  for (const span of inner) {
    text += source.slice(at, span.start);
    text += source
      .slice(span.start, span.end)
      .replace(/[^\n]/g, INNER)
      .replaceAll('\n', `\n${INNER}`);
    at = span.end;
  }
  const lines = (text + source.slice(at, end)).split('\n');
  return lines.filter((line) => /[^\s\0]/.test(line) || !line.includes(INNER)).length;
}
