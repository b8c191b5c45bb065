/** A text as it was written, and its beginning alone where it is long. */
import { plainLimits, plainStart } from '../core/messages/markdown.ts';
import { brokenAt } from './output.ts';

/** In rows of at most `columns`. @param all the command that shows all of it */
export function plainText(text: string, columns: number, all: string): string {
  const start = plainStart(text);
  const rows = brokenAt(start, columns).split('\n');
  if (start.length === text.length && rows.length <= plainLimits.lines) return rows.join('\n');
  const shown = rows.slice(0, plainLimits.lines);
  return [
    ...shown,
    '',
    brokenAt(`… cut after ${shown.length} lines; all of it: ${all}`, columns),
  ].join('\n');
}
