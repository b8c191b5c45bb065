/** Lines on a screen: cut and filled to its size, and the position in those that do not all fit. Pure. */
import { oneLine } from '../output.ts';
import { styled } from '../style.ts';

/** The first visible line, the number of visible lines, and their total. */
export type Place = { from: number; rows: number; total: number };

export const noPlace: Place = { from: 0, rows: 0, total: 0 };

/** Returns the visible rows; if they are cut, the last one shows the position. */
export function scrolled(lines: string[], scroll: number, rows: number, columns: number) {
  const shown = rowsWithin(lines.length, rows);
  const place = placeAt(scroll, shown, lines.length);
  const said = lines.slice(place.from, place.from + shown);
  return {
    lines: shown < rows && isCut(place) ? [...said, placeLine(place, columns)] : said,
    place,
  };
}

/** Returns how many of the lines fit into the rows; a single row is too valuable for the position. */
export const rowsWithin = (total: number, rows: number): number =>
  total > rows && rows > 1 ? rows - 1 : Math.max(0, rows);

export const placeAt = (scroll: number, rows: number, total: number): Place => ({
  from: Math.max(0, Math.min(scroll, total - rows)),
  rows,
  total,
});

/** A page less 2 lines, for orientation; half a page. */
const steps = { page: (rows: number) => rows - 2, half: (rows: number) => Math.floor(rows / 2) };
export type Step = { by: keyof typeof steps | 'line'; to: 1 | -1 };

/** Never past the end, so that scrolling back starts with the first press. */
export function scrollBy({ from, rows, total }: Place, { by, to }: Step): number {
  const lines = by === 'line' ? 1 : Math.max(1, steps[by](rows));
  return placeAt(from + to * lines, rows, total).from;
}

export const isCut = ({ rows, total }: Place) => total > rows;

function placeLine({ from, rows, total }: Place, columns: number): string {
  const below = total - from - rows;
  const parts = [
    ...(from > 0 ? [`↑ ${from} / ${total}`] : []),
    ...(below > 0 ? [`↓ ${below} more lines (space)`] : []),
  ];
  return styled('dim', oneLine(parts.join(' · '), columns));
}

/** Returns exactly `rows` rows, each within its columns. */
export function fill(lines: string[], rows: number, columns: number): string[] {
  const kept = lines.slice(0, rows).map((line) => clip(line, columns));
  return [...kept, ...Array<string>(Math.max(0, rows - kept.length)).fill('')];
}

export const pad = (text: string, columns: number) =>
  text + ' '.repeat(Math.max(0, columns - Bun.stringWidth(text)));

/** Cuts what is too wide, and keeps colours intact. */
export const clip = (line: string, columns: number) =>
  Bun.stringWidth(line) <= columns ? line : Bun.sliceAnsi(line, 0, columns);
