/** Text in rows of a terminal. */

export type Broken = {
  /** Links longer than a row stay in one piece, to be followed: the terminal breaks them. */
  wholeLinks?: boolean | undefined;
  /** The same for every long word, but in scripts that put no space between words. */
  wholeWords?: boolean | undefined;
  /** So much of the first row is taken. */
  taken?: number | undefined;
};

/** Colours at the start of a row, and the blanks behind them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, for colours
const LEADING = /^((?:\u001b\[[0-9;]*m)*) +/;
/** Blanks at the end of a row, and the colours that end behind them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, for colours
const TRAILING = / +((?:\u001b\[[0-9;]*m)*)$/;
/** A run of a script that puts no space between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]{8}/u;
const TAB = '    ';

/**
 * Rows of at most `columns`, broken between words, and in a word only where it is longer than a row.
 * No row begins with the blanks at which it was broken; each has its own colours.
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

/** Rows of a sentence to a person. A command in backticks stays in one piece, to be copied. */
export const sentenceRows = (text: string, columns: number): string[] =>
  brokenRows(text.replaceAll(COMMAND, unbreakable), columns, { wholeWords: true }).map((row) =>
    row.replaceAll(UNBREAKABLE, ' '),
  );

const COMMAND = /`[^`\n]+`/g;
const UNBREAKABLE = '\u00a0';
const unbreakable = (command: string) => command.replaceAll(' ', UNBREAKABLE);

/** The same as `brokenRows`, between any two characters and with every blank kept, as code is. */
export const codeRows = (text: string, columns: number): string[] =>
  linesOf(text).flatMap((line) => wrapped(line, Math.max(1, columns), { wordWrap: false }));

function linesOf(text: string): string[] {
  const lines = text.replaceAll('\t', TAB).split('\n');
  return lines.length > 1 && text.includes('\u001b') ? coloured(lines) : lines;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, for colours
const COLOUR = /\u001b\[(\d+)m/g;

/** Each line with the colours that go on from the line before, and ended at its end. */
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

/** The code that ends a style or a colour. */
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
  // What takes a row's beginning is a word of the same width.
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
