/** Where a source says of a value what the compiler cannot see. */
import { Visitor } from 'oxc-parser';
import type { Parsed } from './parsed.ts';

/** `cast` without its value: `as Message`, `as unknown as Message`, `!`. */
export type Cast = { path: string; line: number; cast: string };

type Span = { start: number; end: number };

/** All but `as const`, which only narrows. Of two in a row the outer one counts, with both. */
export function castsIn({ path, source, program, lineOf }: Parsed): Cast[] {
  const found: Cast[] = [];
  const inner = new Set<unknown>();
  const textOf = ({ start, end }: Span) => source.slice(start, end).replace(/\s+/g, ' ');
  const keep = (cast: string, place: number) => found.push({ path, line: lineOf(place), cast });
  new Visitor({
    TSAsExpression(node) {
      const type = textOf(node.typeAnnotation);
      if (type === 'const' || inner.has(node)) return;
      const { expression } = node;
      const isDouble = expression.type === 'TSAsExpression';
      if (isDouble) inner.add(expression);
      const before = isDouble ? `as ${textOf(expression.typeAnnotation)} ` : '';
      keep(`${before}as ${type}`, node.typeAnnotation.start);
    },
    TSTypeAssertion(node) {
      keep(`as ${textOf(node.typeAnnotation)}`, node.start);
    },
    TSNonNullExpression(node) {
      keep('!', node.end);
    },
  }).visit(program);
  return found;
}
