/** The subject of a question, value by value: every letter is shown. */
import type { SubjectPart } from '../../core/reviews/kinds/kind-words.ts';
import { everyLetter } from '../output.ts';
import { type Style, styled } from '../style.ts';
import { wholeMarkdownRows } from './markdown.ts';
import { brokenRows, codeRows } from './rows.ts';

type Page = {
  columns: number;
  stream?: NodeJS.WriteStream | undefined;
  /** Shows Markdown as it was written. */
  isSource?: boolean | undefined;
};

/** A value on its line, or below its name: all of it, however long. */
export function partRows({ name, is, text }: SubjectPart, page: Page): string[] {
  const { columns, stream } = page;
  const head = `${styled('dim', everyLetter(name), stream)}:`;
  if (is === 'value' && !text.includes('\n') && text.length <= PIECE) {
    return brokenRows(`${head} ${everyLetter(text)}`, columns);
  }
  const below = rowsBelow({ is, text }, { ...page, columns: columns - 2 });
  return [...brokenRows(head, columns), ...below.map((row) => `  ${row}`)];
}

function rowsBelow({ is, text }: Pick<SubjectPart, 'is' | 'text'>, page: Page): string[] {
  const { columns, stream, isSource } = page;
  const isLaidOut = is === 'markdown' && !isSource;
  const laidOut = isLaidOut ? wholeMarkdownRows(text, { columns, stream, all: '' }) : null;
  if (laidOut) return laidOut;
  if (is !== 'diff') return rowsAsWritten(text, columns);
  return everyLetter(text)
    .split('\n')
    .flatMap((line) => {
      const colour = LINE_COLOURS[line.charAt(0)];
      return longRows(line, columns).map((row) => (colour ? styled(colour, row, stream) : row));
    });
}

/** A text letter by letter, with every mark and blank. */
export const rowsAsWritten = (text: string, columns: number): string[] =>
  everyLetter(text)
    .split('\n')
    .flatMap((line) => longRows(line, columns));

const LINE_COLOURS: Record<string, Style> = { '+': 'green', '-': 'red' };

/** A row is looked for in this much of a line at a time: the time for that grows with its square. */
const PIECE = 2000;

function longRows(line: string, columns: number): string[] {
  if (line.length <= PIECE) return codeRows(line, columns);
  const pieces = line.match(/[\s\S]{1,2000}/gu) ?? [];
  return pieces.flatMap((piece) => codeRows(piece, columns));
}

/** For a pipe. */
export const wholePart = ({ name, text }: SubjectPart): string =>
  text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
