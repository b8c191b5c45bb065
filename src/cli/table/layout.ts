/** Formats a list as text: complete and tab-separated for a script, aligned and cut for a terminal. */
import { oneLine, onOneLine } from '../output.ts';
import type { Style } from '../style.ts';
import { fit, GAP, type Room } from './fit.ts';

export type Column<Row> = Omit<Room, 'natural'> & {
  /** For a script, in full. Without it the column is for people only. */
  whole?: (row: Row) => string;
  /** For a person; `whole` by default. Null: the column is for scripts only. */
  shown?: ((row: Row) => string) | null;
  style?: (row: Row) => Style | undefined;
};

/** One row per line. */
export const tabbed = <Row>(columns: Column<Row>[], rows: Row[]): string =>
  rows.map((row) => fieldsOf(columns, row).join('\t')).join('\n');

const fieldsOf = <Row>(columns: Column<Row>[], row: Row) =>
  columns.flatMap(({ whole }) => (whole ? [onOneLine(whole(row))] : []));

type Page = {
  width: number;
  /** The cell widths of the previous pages: columns keep them unless they need more room. */
  before?: number[];
  paint: (style: Style, text: string) => string;
};

/** Returns rows of at most `width` columns, and their natural cell widths. */
export function laidOut<Row>(
  columns: Column<Row>[],
  rows: Row[],
  { width, before = [], paint }: Page,
): { text: string; naturals: number[] } {
  const cells = rows.map((row) =>
    columns.map(({ whole, shown = whole }) => oneLine(shown?.(row) ?? '', width)),
  );
  const naturals = columns.map((_, at) =>
    Math.max(before[at] ?? 0, ...cells.map((row) => Bun.stringWidth(row[at] ?? ''))),
  );
  const widths = fit(
    columns.map(({ least, enough, rank }, at) => ({
      natural: naturals[at] ?? 0,
      least,
      enough,
      rank,
    })),
    width,
  );
  const lineOf = (row: Row, at: number) => {
    const parts = columns.flatMap(({ style }, column) => {
      const room = widths[column] ?? 0;
      if (room === 0) return [];
      const cell = oneLine(cells[at]?.[column] ?? '', room);
      const looks = style?.(row);
      const padding = ' '.repeat(Math.max(0, room - Bun.stringWidth(cell)));
      return [(looks && cell !== '' ? paint(looks, cell) : cell) + padding];
    });
    return parts.join(' '.repeat(GAP)).trimEnd();
  };
  return { text: rows.map(lineOf).join('\n'), naturals };
}
