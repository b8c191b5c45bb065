/** Lays out a Markdown table: columns aligned by width and marks, wide cells wrapped. */
import { brokenRows } from './rows.ts';

export type Align = 'left' | 'center' | 'right';
export type Cell = { text: string; align: Align };
export type Table = { head: Cell[]; body: Cell[][] };

const GAP = '  ';
/** A narrower column is unreadable. */
const NARROWEST = 4;

/** @param rule draws the line under the header */
export function tableRows({ head, body }: Table, columns: number, rule: (text: string) => string) {
  const natural = head.map((cell, at) =>
    Math.max(1, ...[cell, ...body.map((row) => row[at])].map((one) => widthOf(one))),
  );
  const room = columns - GAP.length * (head.length - 1);
  const widths = fitted(natural, room);
  if (!widths) return stacked({ head, body }, columns);
  const line = rule(widths.map((width) => '─'.repeat(width)).join(GAP));
  return [...cellRows(head, widths), line, ...body.flatMap((row) => cellRows(row, widths))];
}

const widthOf = (cell: Cell | undefined) => Bun.stringWidth(cell?.text ?? '');

/** Shrinks the widest columns first; undefined if that leaves too little of one. */
function fitted(natural: number[], room: number): number[] | undefined {
  const sum = natural.reduce((all, width) => all + width, 0);
  if (sum <= room) return natural;
  const sorted = [...natural].sort((one, other) => one - other);
  let left = room;
  for (const [at, width] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (width > share) {
      return share < NARROWEST ? undefined : natural.map((one) => Math.min(one, share));
    }
    left -= width;
  }
  return natural;
}

function cellRows(cells: Cell[], widths: number[]): string[] {
  const broken = widths.map((width, at) => brokenRows(cells[at]?.text ?? '', width));
  const height = Math.max(...broken.map((rows) => rows.length));
  return Array.from({ length: height }, (_, row) =>
    widths
      .map((width, at) => aligned(broken[at]?.[row] ?? '', width, cells[at]?.align ?? 'left'))
      .join(GAP)
      .trimEnd(),
  );
}

function aligned(text: string, width: number, align: Align): string {
  const blanks = Math.max(0, width - Bun.stringWidth(text));
  const before = { left: 0, center: Math.floor(blanks / 2), right: blanks }[align];
  return ' '.repeat(before) + text + ' '.repeat(blanks - before);
}

/** Too many columns for the width: shows each row as a list of its cells. */
function stacked({ head, body }: Table, columns: number): string[] {
  return body.flatMap((row, at) => [
    ...(at > 0 ? [''] : []),
    ...head.flatMap((name, column) => {
      const { text = '' } = row[column] ?? {};
      return text === '' ? [] : brokenRows(`${name.text}: ${text}`, columns);
    }),
  ]);
}
