/** Renders Markdown for a terminal: an agent's text with nothing hidden and nothing executed. */
import { whyPlain } from '../../core/messages/markdown.ts';
import { everyLetter, printable, uncoloured } from '../output.ts';
import { styled } from '../style.ts';
import { type Blocks, shape } from './markdown-shape.ts';
import { plainRows } from './plain.ts';
import { type Broken, brokenRows } from './rows.ts';

export type Page = Broken & {
  columns: number;
  /** The command that shows the full text when it is cut. */
  all: string;
  stream?: NodeJS.WriteStream | undefined;
  /** Names the language of code, which is left out otherwise. */
  namesCode?: boolean;
};

/**
 * Wraps the text to the columns; as plain text if laying it out could take too long. The first row
 * is empty if it is taken and nothing fits next to what takes it.
 */
export function markdownRows(text: string, page: Page): string[] {
  const { columns, stream } = page;
  const written = uncoloured(text).replaceAll('\r\n', '\n');
  const why = whyPlain(written);
  if (why === null) return laidOut(written, page);
  const notice = styled('dim', `(shown as plain text: ${why})`, stream);
  return [...brokenRows(notice, columns, page), '', ...plainRows(printable(written), page)];
}

const ANY_WIDTH = 1_000_000;

/** Returns null unless every letter and digit of the text is in its rows, in order: only marks may be missing. */
export function wholeMarkdownRows(text: string, page: Page): string[] | null {
  if (whyPlain(text) !== null) return null;
  const named = { ...page, namesCode: true };
  const all = laidOut(text, { ...named, columns: ANY_WIDTH }).join('\n');
  return hasInOrder(uncoloured(all), everyLetter(text)) ? laidOut(text, named) : null;
}

function hasInOrder(text: string, wanted: string): boolean {
  let at = 0;
  for (const [letter] of wanted.matchAll(/[\p{L}\p{M}\p{N}]/gu)) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function laidOut(text: string, { stream, columns, namesCode = false, ...broken }: Page): string[] {
  const blocks: Blocks = { laidOut: [], namesCode, rowsIn };
  const rendered = Bun.markdown.render(text, shape(blocks, stream), { autolinks: true });
  return rowsIn(rendered, columns, broken);

  /** Lays out a text in which some lines are placeholders of blocks, now that the width is known. */
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

/** Removes blank lines at both ends, and repeated ones. */
const trimmed = (text: string) =>
  text
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();

type Part = { words: string; block?: number };
// The only control characters left in a text: they mark its blocks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ours
const BLOCK = /(?:^|\n)\u0011(\d+)\u0012(?=\n|$)/;

/** Joins adjacent lines: a colour may span several of them. */
function partsOf(text: string): Part[] {
  const pieces = text.split(BLOCK);
  return pieces.flatMap((piece, at): Part[] => {
    if (at % 2 === 1) return [{ words: '', block: Number(piece) }];
    // The line break after a block ends its line and starts none.
    if (at > 0 && piece === '') return [];
    const words = at > 0 ? piece.replace(/^\n/, '') : piece;
    return words === '' && at === 0 && pieces.length > 1 ? [] : [{ words }];
  });
}
