/** Markdown as it reads in a terminal: what an agent wrote, with nothing hidden and nothing obeyed. */
import { whyPlain } from '../../core/messages/markdown.ts';
import { printable } from '../output.ts';
import { styled } from '../style.ts';
import { type Blocks, shape } from './markdown-shape.ts';
import { plainRows } from './plain.ts';
import { type Broken, brokenRows } from './rows.ts';

export type Page = Broken & {
  columns: number;
  /** The command that shows all of a text that is cut. */
  all: string;
  stream?: NodeJS.WriteStream | undefined;
};

/**
 * The text in rows of at most so many columns; plain where laying it out could take too long. The
 * first row is empty if it is taken and nothing fits beside what takes it.
 */
export function markdownRows(text: string, page: Page): string[] {
  const { columns, stream } = page;
  const safe = printable(text);
  const why = whyPlain(safe);
  if (why === null) return laidOut(safe, page);
  const notice = styled('dim', `(shown as plain text: ${why})`, stream);
  return [...brokenRows(notice, columns, page), '', ...plainRows(safe, page)];
}

function laidOut(text: string, { stream, columns, ...broken }: Page): string[] {
  const blocks: Blocks = { laidOut: [], rowsIn };
  const rendered = Bun.markdown.render(text, shape(blocks, stream), { autolinks: true });
  return rowsIn(rendered, columns, broken);

  /** A text among whose lines some stand for a block, which is laid out now that its width is known. */
  function rowsIn(children: string, width: number, { taken, wholeLinks }: Broken = broken) {
    const rows: string[] = [];
    for (const { words, block } of partsOf(trimmed(children))) {
      const isFirst = rows.length === 0;
      if (block === undefined) {
        rows.push(...brokenRows(words, width, { wholeLinks, taken: isFirst ? taken : 0 }));
      } else {
        if (isFirst && taken) rows.push('');
        rows.push(...(blocks.laidOut[block]?.(width) ?? []));
      }
    }
    return rows;
  }
}

/** No blank lines at the ends, and never two of them. */
const trimmed = (text: string) =>
  text
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();

type Part = { words: string; block?: number };
// Of control characters a text has none but these, which its blocks were replaced by.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ours
const BLOCK = /(?:^|\n)\u0011(\d+)\u0012(?=\n|$)/;

/** Lines that follow each other are one part: a colour may go over several of them. */
function partsOf(text: string): Part[] {
  const pieces = text.split(BLOCK);
  return pieces.flatMap((piece, at): Part[] => {
    if (at % 2 === 1) return [{ words: '', block: Number(piece) }];
    // The line break behind a block ends its line, and begins none.
    if (at > 0 && piece === '') return [];
    const words = at > 0 ? piece.replace(/^\n/, '') : piece;
    return words === '' && at === 0 && pieces.length > 1 ? [] : [{ words }];
  });
}
