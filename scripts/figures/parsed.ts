/** A source file as a tree, and where in it a place is. */
import { type ParseResult, parseSync } from 'oxc-parser';

export type Parsed = {
  path: string;
  source: string;
  program: ParseResult['program'];
  lineOf: (place: number) => number;
};

export function parse(path: string, source: string): Parsed {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { path, source, program, lineOf: (place) => source.slice(0, place).split('\n').length };
}
