/** Data goes to stdout, everything else to stderr. */
import { visible } from '../core/letters.ts';
import { brokenRows, sentenceRows } from './layout/rows.ts';

/** Prints data: byte for byte for a script, made safe for a terminal. */
export const print = (text: string) => process.stdout.write(forReader(text));

export const forReader = (text: string) => `${process.stdout.isTTY ? printable(text) : text}\n`;

/** Resolves once a slow reader has taken the text, so that no backlog builds up here. */
export const written = (text: string | Uint8Array) =>
  new Promise<void>((done) => process.stdout.write(text, () => done()));

/** Prints JSON with control characters as escapes: the value stays the same. */
export const printJson = (value: unknown) => process.stdout.write(`${jsonOf(value)}\n`);

/** Prints what `printJson` would for the whole list, page by page. */
export async function printJsonPages(pages: AsyncIterable<unknown[]>): Promise<void> {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    const values = page.map((value) => `\n  ${jsonOf(value).replaceAll('\n', '\n  ')}`);
    await written(before + values.join(','));
    before = ',';
  }
  process.stdout.write(before === '[' ? '[]\n' : '\n]\n');
}

/** Prints pages of values, one value per line. */
export async function printJsonLines(pages: AsyncIterable<unknown[]>): Promise<void> {
  for await (const page of pages) {
    if (page.length > 0) await written(page.map((value) => `${lineOf(value)}\n`).join(''));
  }
}

export const jsonOf = (value: unknown) =>
  JSON.stringify(value, null, 2).replaceAll(OBEYED, escaped);

/** Prints one JSON value on one line. */
export const printJsonLine = (value: unknown) => process.stdout.write(`${lineOf(value)}\n`);

const lineOf = (value: unknown) => JSON.stringify(value).replaceAll(OBEYED, escaped);

/** Returns how large a terminal is. Some do not report it, such as a serial console. */
export const terminalSize = ({ columns, rows }: Pick<NodeJS.WriteStream, 'columns' | 'rows'>) => ({
  columns: columns || 80,
  rows: rows || 24,
});

/** Prints a sentence on stderr, wrapped on a terminal; in a script it is one line. */
export function note(text: string): void {
  const { stderr } = process;
  const safe = printable(text);
  const { columns } = terminalSize(stderr);
  stderr.write(`${stderr.isTTY ? sentenceRows(safe, columns).join('\n') : safe}\n`);
}

/** Prints a link on a line of its own, as a hyperlink if the terminal supports them. */
export function noteLink(url: string): void {
  const { isTTY, getColorDepth } = process.stderr;
  const isPlain = !isTTY || getColorDepth.call(process.stderr) === 1;
  const address = printable(url);
  const link = `\u001b]8;;${encodeURI(address)}\u001b\\${address}\u001b]8;;\u001b\\`;
  process.stderr.write(`${isPlain ? address : link}\n`);
}

/** Prints our own lines with colours; foreign text in them is already safe. */
export const printStyled = (text: string) => process.stdout.write(`${text}\n`);
export const noteStyled = (text: string) => process.stderr.write(`${text}\n`);

/** Control characters except tab and line feed, and the marks that change the direction of writing. */
const OBEYED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be printed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Makes foreign text safe to print: it cannot move the cursor or change colours, and none of it is
 * hidden, as after an unterminated escape sequence.
 */
export const printable = (text: string) => everyLetter(uncoloured(text));

/** Returns a text in which colours are letters, too, for what has to be read to the last one. */
export const everyLetter = (text: string) => visible(text).replaceAll('\r\n', '\n');

/** Removes colours, which some programs write into what they report. */
export const uncoloured = (text: string) => text.replaceAll(COLOURS, '');
// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be printed
const COLOURS = /(?:\u001b\[|\u009b)[\d;:]*m/g;

/** The text on one line. */
export const onOneLine = (text: string) => printable(text.replaceAll(BLANKS, ' ')).trim();
/** Without U+FEFF, which is a blank to JavaScript but is not seen. */
const BLANKS = /[^\S\ufeff]+/g;

/** A character may have many marks without a column of their own; at most this many are shown. */
const UNITS_A_COLUMN = 16;

/** The text on one line of at most `width` columns. */
export function oneLine(text: string, width: number): string {
  const most = Math.max(1, width) * UNITS_A_COLUMN;
  const line = onOneLine(text.slice(0, most).toWellFormed());
  if (text.length > most) return `${cut(line, width - 1)}…`;
  return Bun.stringWidth(line) <= width ? line : `${cut(line, width - 1)}…`;
}

function cut(text: string, width: number): string {
  let kept = '';
  let columns = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    columns += Bun.stringWidth(segment);
    if (columns > width) break;
    kept += segment;
  }
  return kept;
}

/**
 * Makes typed text printable: with every blank, and of a long text the end, where the next
 * character comes.
 */
export function typedLine(text: string, width: number): string {
  const line = printable(text.slice(-width * UNITS_A_COLUMN).replaceAll(/\s/g, ' '));
  if (Bun.stringWidth(line) <= width) return line;
  const segments = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  let kept = '';
  for (const segment of segments.toReversed()) {
    if (Bun.stringWidth(segment + kept) > width - 1) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}

/** Wraps lines between words, and within a word only if it is longer than a line; without tabs. */
export const brokenAt = (text: string, columns: number): string =>
  brokenRows(text, columns).join('\n');

/** Formats rows with aligned columns. */
export function table(rows: string[][]): string {
  const cells = rows.map((row) => row.map(onOneLine));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => Bun.stringWidth(row[column] ?? ''))),
  );
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell));
  return cells.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
