/** Prints findings for a person. */
import { brokenRows } from '../layout/rows.ts';
import type { Finding } from './finding.ts';

const signs = { ok: '✓ ok  ', warn: '! warn', fail: '✗ fail' };
const CHECK = 11;
/** Column at which a sentence begins next to its check. */
const BESIDE = 21;
/** With fewer columns it begins on a line of its own. */
const NARROW = 60;

/** Returns the lines of one finding; `columns` is null for a pipe, where nothing is wrapped. */
export function linesOf({ check, result, says, next }: Finding, columns: number | null): string[] {
  const head = `${signs[result]}  ${check}`;
  if (columns !== null && columns < NARROW) {
    return [head, ...indented(4, says, columns), ...(next ? indented(6, next, columns) : [])];
  }
  const [first = '', ...rest] = indented(BESIDE, says, columns);
  const start = `${signs[result]}  ${check.padEnd(CHECK)}  ${first.slice(BESIDE)}`;
  return [start, ...rest, ...(next ? indented(BESIDE + 2, next, columns) : [])];
}

export function summaryOf(findings: Finding[]): string {
  const count = (wanted: Finding['result'], word: string) => {
    const found = findings.filter(({ result }) => result === wanted).length;
    return `${found} ${word}${found === 1 ? '' : 's'}`;
  };
  return `${count('warn', 'warning')}, ${count('fail', 'failure')}`;
}

function indented(indent: number, text: string, columns: number | null): string[] {
  const rows = columns === null ? [text] : brokenRows(text, columns - indent);
  return rows.map((row) => ' '.repeat(indent) + row);
}
