/** A text of one or many lines. A paste is inserted as a whole, and a blank line does not end it. */
import { printable } from '../output.ts';
import { styled } from '../style.ts';
import type { Field } from './ask.ts';

export type TextOptions = {
  initial?: string | undefined;
  placeholder?: string | undefined;
  /** `many`: Enter breaks the line. `pasted`: only a paste brings line breaks. */
  lines?: 'one' | 'pasted' | 'many';
  isSecret?: boolean;
  changed?: ((text: string) => void) | undefined;
};

const stderr = process.stderr;

export function textField(options: TextOptions): Field<string> {
  const { initial = '', placeholder, lines = 'one', isSecret = false, changed } = options;
  let text = [...initial];
  let at = text.length;

  function put(from: number, to: number, added: string[]): void {
    text = [...text.slice(0, from), ...added, ...text.slice(to)];
    at = from + added.length;
    changed?.(text.join(''));
  }
  const startOfLine = (from: number) => text.lastIndexOf('\n', from - 1) + 1;
  function endOfLine(from: number): number {
    const end = text.indexOf('\n', from);
    return end < 0 ? text.length : end;
  }
  function moveLine(by: 1 | -1): void {
    const column = at - startOfLine(at);
    const other = by < 0 ? startOfLine(at) - 1 : endOfLine(at) + 1;
    if (other < 0 || other > text.length) return;
    const start = startOfLine(other);
    at = Math.min(start + column, endOfLine(start));
  }
  const go = (to: number) => {
    at = Math.max(0, Math.min(text.length, to));
  };
  const keys: Record<string, () => void> = {
    left: () => go(at - 1),
    right: () => go(at + 1),
    home: () => go(startOfLine(at)),
    end: () => go(endOfLine(at)),
    up: () => moveLine(-1),
    down: () => moveLine(1),
    backspace: () => at > 0 && put(at - 1, at, []),
    delete: () => put(at, Math.min(text.length, at + 1), []),
    'ctrl-u': () => put(0, text.length, []),
    enter: () => put(at, at, ['\n']),
  };
  const ends = lines === 'many' ? ['ctrl-d', 'ctrl-enter'] : ['ctrl-d', 'ctrl-enter', 'enter'];

  return {
    key(key) {
      if (ends.includes(key)) return 'submit';
      if (Object.hasOwn(keys, key)) keys[key]?.();
      else if (isCharacter(key)) put(at, at, [...key]);
      return undefined;
    },
    text(pasted) {
      put(at, at, [...(lines === 'one' ? onOneRow(pasted) : pasted)]);
    },
    lines(columns, rows) {
      if (text.length === 0 && placeholder) {
        return [styled('inverse', ' ', stderr) + styled('dim', placeholder, stderr)];
      }
      return shown(isSecret ? text.map(() => '•') : text, at, columns, rows);
    },
    given: () => (isSecret ? '•'.repeat(text.length) : text.join('')),
    value: () => text.join(''),
    hint: lines === 'many' ? 'Ctrl-D when done' : undefined,
  };
}

const isCharacter = (key: string) => [...key].length === 1 && key >= ' ';

/** Line breaks become blanks, but for one at the end: a copied line often has one. */
const onOneRow = (pasted: string) => pasted.replace(/\n$/, '').replaceAll(/\s*\n\s*/g, ' ');

type Cell = { text: string; columns: number; isCursor: boolean; isLineEnd: boolean };

/** Returns the rows around the cursor, which has a cell of its own. Words stay in one piece. */
function shown(text: string[], at: number, columns: number, rows: number): string[] {
  const all = rowsOf(cellsAround(text, at, columns * rows), columns);
  const cursorRow = all.findIndex((row) => row.some(({ isCursor }) => isCursor));
  const from = Math.max(0, Math.min(cursorRow - Math.floor(rows / 2), all.length - rows));
  return all
    .slice(from, from + rows)
    .map((row) =>
      row
        .map(({ text, isCursor }) => (isCursor ? styled('inverse', text || ' ', stderr) : text))
        .join(''),
    );
}

/** Lays out no more of a long text than can be on the screen: from a line's beginning if possible. */
function cellsAround(text: string[], at: number, most: number): Cell[] {
  const far = Math.max(0, at - most);
  const line = far === 0 ? 0 : text.indexOf('\n', far) + 1;
  // In one long line the beginning stays while the cursor moves within a screen.
  const from = line > 0 && line <= at ? line : far - (far % most);
  const near = text.slice(from, at + most);
  const cells: Cell[] = [];
  let place = from;
  for (const { segment } of new Intl.Segmenter().segment([...near, ' '].join(''))) {
    const next = place + [...segment].length;
    const isCursor = place <= at && at < next;
    const isLineEnd = segment === '\n';
    const shown = isLineEnd ? '' : printable(segment.replace('\t', ' '));
    const columns = isLineEnd ? Number(isCursor) : Bun.stringWidth(shown);
    cells.push({ text: shown, columns, isCursor, isLineEnd });
    place = next;
  }
  return cells;
}

/** A row ends after a blank, or beside a wide character; within a word if it is longer than a row. */
function rowsOf(cells: Cell[], columns: number): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let breakAt = 0;
  const end = (at: number) => {
    rows.push(row.slice(0, at));
    row = row.slice(at);
    breakAt = 0;
  };
  for (const cell of cells) {
    const isBlank = cell.text.trim() === '';
    const isFull = widthOf(row) + cell.columns > columns;
    if (isFull && isBlank && !cell.isCursor && !cell.isLineEnd) {
      breakAt = row.length;
      continue;
    }
    if (isFull) end(breakAt > 0 && cell.columns < 2 && !isBlank ? breakAt : row.length);
    row.push(cell);
    if (isBlank || cell.columns > 1) breakAt = row.length;
    if (cell.isLineEnd) end(row.length);
  }
  return [...rows, row];
}

const widthOf = (row: Cell[]) => row.reduce((sum, cell) => sum + cell.columns, 0);
