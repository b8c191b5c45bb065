import type { Coverage } from './lines.ts';

const WORST = 25;

/**
 * Prints the files with most uncovered lines, each folder and the total; returns the total's
 * percentage.
 */
export function report(files: Coverage[]): number {
  const worst = files.toSorted((a, b) => b.uncovered.length - a.uncovered.length).slice(0, WORST);
  for (const { file, lines, uncovered } of worst) {
    if (uncovered.length === 0) break;
    console.log(`${percentage(lines, uncovered.length)}  ${file}: ${ranges(uncovered)}`);
  }
  console.log();
  const folders = Map.groupBy(files, ({ file }) => file.split('/').slice(0, 2).join('/'));
  for (const [folder, members] of folders) if (members.length > 1) printSum(`${folder}/`, members);
  return printSum('src', files);
}

function printSum(name: string, files: Coverage[]): number {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const missed = files.reduce((sum, { uncovered }) => sum + uncovered.length, 0);
  console.log(`${percentage(lines, missed)}  ${name} (${lines - missed} of ${lines} lines)`);
  return 100 - (missed / lines) * 100;
}

const percentage = (lines: number, missed: number) =>
  `${(100 - (missed / Math.max(lines, 1)) * 100).toFixed(1).padStart(5)} %`;

/** Returns `3-5,9` for 3, 4, 5, 9. */
function ranges(lines: number[]): string {
  const parts: [number, number][] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else parts.push([line, line]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
