import type { About } from '../../core/about/schema.ts';
import { sizeOf } from '../../core/sizes.ts';

/** Returns the content of About as text, a line per fact, to paste into a report. */
export function aboutAsText({ version, settings, ...about }: About): string {
  const { dataDirectory, databaseBytes, files, startedAt } = about;
  const rows = settings.map(({ variable, value, source }) => [variable, value ?? '-', source]);
  return [
    `Agent Inbox ${version}, started ${startedAt}`,
    `Data in ${dataDirectory}: database ${sizeOf(databaseBytes)}, ${files.count} files (${sizeOf(files.bytes)})`,
    '',
    ...aligned(rows),
  ].join('\n');
}

function aligned(rows: string[][]): string[] {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
