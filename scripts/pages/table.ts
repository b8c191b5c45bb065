/** A table of Markdown. */
export const tableOf = (columns: string[], rows: string[][]): string =>
  [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `|${cells.map((text) => ` ${cell(text)} `.replace('  ', ' ')).join('|')}|`)
    .join('\n')
    .concat('\n');

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
