import { terminalSize, written } from '../output.ts';
import { styled } from '../style.ts';
import { type Column, laidOut, tabbed } from './layout.ts';

/** Prints a list page by page; columns keep the widths of the first page unless they need more room. */
export function listPrinter<Row>(columns: Column<Row>[]) {
  let before: number[] = [];
  return async (rows: Row[]): Promise<void> => {
    if (rows.length === 0) return;
    const { stdout } = process;
    if (!stdout.isTTY) return written(`${tabbed(columns, rows)}\n`);
    const page = { width: terminalSize(stdout).columns, before, paint: styled };
    const { text, naturals } = laidOut(columns, rows, page);
    before = naturals;
    await written(`${text}\n`);
  };
}

/** Prints a complete list. */
export const printList = <Row>(rows: Row[], columns: Column<Row>[]): Promise<void> =>
  listPrinter(columns)(rows);
