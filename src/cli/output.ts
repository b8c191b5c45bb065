/** Data goes to stdout, all else to stderr. */

export const print = (text: string) => process.stdout.write(`${text}\n`);

export const printJson = (value: unknown) => print(JSON.stringify(value, null, 2));

/** A line for the person at the terminal. */
export const note = (text: string) => process.stderr.write(`${text}\n`);

/** Escape sequences and other control characters of a text that somebody else wrote. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text from an agent, safe to print: it cannot move the cursor, colour or hide anything. */
export const printable = (text: string) => Bun.stripANSI(text).replaceAll(CONTROL, '');

/** The text on one line of at most `width` columns. */
export function oneLine(text: string, width: number): string {
  const line = printable(text).replaceAll(/\s+/g, ' ').trim();
  return Bun.stringWidth(line) <= width ? line : `${cut(line, width - 1)}…`;
}

function cut(text: string, width: number): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Bun.stringWidth(kept + segment) > width) break;
    kept += segment;
  }
  return kept;
}

/** Rows under each other, their columns aligned. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => Bun.stringWidth(row[column] ?? ''))),
  );
  const pad = (cell: string, column: number) =>
    cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell));
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
