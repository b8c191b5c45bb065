/** A list as text: whole and tab-separated for a script, aligned and cut for a terminal. */
import { oneLine, onOneLine } from '../output.ts';
import type { Style } from '../style.ts';
import { fit, GAP, type Room } from './fit.ts';

export type Column<Row> = Omit<Room, 'natural'> & {
  /** For a script: all of it. Without it the column is for people alone. */
  whole?: (row: Row) => string;
  /** For a person; what is whole, unless given. Null: the column is for scripts alone. */
  shown?: ((row: Row) => string) | null;
  style?: (row: Row) => Style | undefined;
};

/** One row a line. */
export const tabbed = <Row>(columns: Column<Row>[], rows: Row[]): string =>
  rows.map((row) => fieldsOf(columns, row).join('\t')).join('\n');

const fieldsOf = <Row>(columns: Column<Row>[], row: Row) =>
  columns.flatMap(({ whole }) => (whole ? [onOneLine(whole(row))] : []));

type Page = {
  width: number;
  /** How wide the cells of the pages before were: columns stay, unless they need more room. */
  before?: number[];
  paint: (style: Style, text: string) => string;
};

/** Rows of at most `width` columns, and how wide their cells would be. */
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
      ...{ natural: naturals[at] ?? 0, least, enough, rank },
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
