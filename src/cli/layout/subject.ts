/** The subject of a question, value by value: every letter is shown. */
import type { SubjectPart } from '../../core/reviews/kinds/kind-words.ts';
import { everyLetter } from '../output.ts';
import { type Style, styled } from '../style.ts';
import { brokenRows, codeRows } from './rows.ts';

type Page = { columns: number; stream?: NodeJS.WriteStream | undefined };

/** A value on its line, or below its name: all of it, however long. */
export function partRows({ name, is, text }: SubjectPart, { columns, stream }: Page) {
  const head = `${styled('dim', everyLetter(name), stream)}:`;
  const lines = everyLetter(text).split('\n');
  if (is === 'value' && lines.length === 1 && text.length <= PIECE) {
    return brokenRows(`${head} ${lines[0]}`, columns);
  }
  const rows = lines.flatMap((line) => {
    const colour = is === 'diff' ? LINE_COLOURS[line.charAt(0)] : undefined;
    return longRows(line, columns - 2).map(
      (row) => `  ${colour ? styled(colour, row, stream) : row}`,
    );
  });
  return [...brokenRows(head, columns), ...rows];
}

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
