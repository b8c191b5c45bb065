/**
 * Parses at most `most` rows of comma-separated values; quoted ones may contain commas and line
 * breaks.
 */
export function rowsIn(text: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    if (rows.length >= most || end === '') break;
    row = [];
  }
  return rows;
}

const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g;
