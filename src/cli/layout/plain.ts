/** Shows a text unchanged, or only its beginning if it is long. */
import { plainLimits, plainStart } from '../../core/messages/markdown.ts';
import { brokenRows } from './rows.ts';

/** @param all the command that shows the full text */
type Page = { columns: number; all: string };

export function plainRows(text: string, page: Page): string[] {
  const start = plainStart(text);
  const rows = brokenRows(start, page.columns);
  return start.length === text.length ? cutRows(rows, page) : cutRows(rows, page, true);
}

/** Cuts after 200 rows, with a line that says how to see the rest. */
export function cutRows(rows: string[], { columns, all }: Page, isCut = false): string[] {
  if (!isCut && rows.length <= plainLimits.lines) return rows;
  const shown = rows.slice(0, plainLimits.lines);
  const line = `… cut after ${shown.length} lines; full text: ${all}`;
  return [...shown, '', ...brokenRows(line, columns)];
}
