/** Wraps text to the rows of a terminal. */

export type Broken = {
  /**
   * Keeps links longer than a row in one piece, so that they can be followed: the terminal wraps
   * them.
   */
  wholeLinks?: boolean | undefined;
  /** Keeps every long word whole, too, except in scripts without spaces between words. */
  wholeWords?: boolean | undefined;
  /** How much of the first row is taken. */
  taken?: number | undefined;
};

/** Colours at the start of a row, and the blanks after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, for colours
const LEADING = /^((?:\u001b\[[0-9;]*m)*) +/;
/** Blanks at the end of a row, and the colours that end after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, for colours
const TRAILING = / +((?:\u001b\[[0-9;]*m)*)$/;
/** A run of a script without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]{8}/u;
const TAB = '    ';

/**
 * Returns rows of at most `columns`, broken between words, and within a word only if it is longer
 * than a row. No row begins with the blanks at which it was broken; each has its own colours.
 */
export function brokenRows(text: string, columns: number, broken: Broken = {}): string[] {
  const { taken = 0, wholeLinks = false, wholeWords = false } = broken;
  const room = Math.max(1, columns);
  return linesOf(text).flatMap((line, at) =>
    rowsOfLine(line, room, {
      taken: at === 0 ? Math.min(taken, room - 1) : 0,
      wholeLinks,
      wholeWords,
    }),
  );
}

/** Wraps a sentence to a person. A command in backticks stays in one piece, to be copied. */
export const sentenceRows = (text: string, columns: number): string[] =>
  brokenRows(text.replaceAll(COMMAND, unbreakable), columns, { wholeWords: true }).map((row) =>
    row.replaceAll(UNBREAKABLE, ' '),
  );

const COMMAND = /`[^`\n]+`/g;
const UNBREAKABLE = '\u00a0';
const unbreakable = (command: string) => command.replaceAll(' ', UNBREAKABLE);

/** Breaks between any two characters and keeps every blank, as for code. */
export const codeRows = (text: string, columns: number): string[] =>
  linesOf(text).flatMap((line) => wrapped(line, Math.max(1, columns), { wordWrap: false }));

function linesOf(text: string): string[] {
  const lines = text.replaceAll('\t', TAB).split('\n');
  return lines.length > 1 && text.includes('\u001b') ? coloured(lines) : lines;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, for colours
const COLOUR = /\u001b\[(\d+)m/g;

/** Gives each line the colours that continue from the previous one, and ends them. */
function coloured(lines: string[]): string[] {
  let open: number[] = [];
  const codes = (all: number[]) => all.map((one) => `\u001b[${one}m`).join('');
  return lines.map((line) => {
    const before = codes(open);
    for (const [, code] of line.matchAll(COLOUR)) {
      const isEnd = open.some((one) => endOf(one) === Number(code));
      if (isEnd) open = open.filter((one) => endOf(one) !== Number(code));
      else open = [...open, Number(code)];
    }
    return line === '' ? line : before + line + codes(open.map(endOf).toReversed());
  });
}

/** Returns the code that ends a style or colour. */
function endOf(code: number): number {
  if (code >= 30) return code >= 90 || code < 40 ? 39 : 49;
  return code === 1 ? 22 : code + 20;
}

function rowsOfLine(
  line: string,
  columns: number,
  { taken, wholeLinks, wholeWords }: { taken: number; wholeLinks: boolean; wholeWords: boolean },
): string[] {
  if (Bun.stringWidth(line) + taken <= columns) return [line];
  const isSpaced = !UNSPACED.test(line);
  const isWhole = (wholeLinks && line.includes('://')) || (wholeWords && isSpaced);
  const options = { hard: !isWhole, wordWrap: isSpaced };
  // A word of the same width represents what takes the row's beginning.
  const rows = wrapped(taken ? `${PLACE.repeat(taken - 1)} ${line}` : line, columns, options);
  return rows.map((row, at) => {
    const own = at === 0 ? row.slice(taken) : row.replace(LEADING, '$1');
    return own.replace(TRAILING, '$1');
  });
}

const PLACE = '_';

function wrapped(line: string, columns: number, options: Bun.WrapAnsiOptions): string[] {
  if (Bun.stringWidth(line) <= columns) return [line];
  return Bun.wrapAnsi(line, columns, { hard: true, trim: false, ...options }).split('\n');
}
