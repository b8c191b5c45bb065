/** Where the keys go in a change: to its files' heads and its lines. */
import type { ReadFile, Row } from '../../../core/reviews/kinds/diff-review/diff-file.ts';

/** A line of a file; its head where that is null. */
export type Place = { file: number; line: number | null };
type Step = Place & { startsHunk: boolean };

/** All places in their order; a folded file has its head alone. */
export function stepsIn(files: ReadFile[], rows: (Row[] | null)[]): Step[] {
  return files.flatMap((read, file) => {
    let isNew = true;
    const steps: Step[] = [{ file, line: null, startsHunk: false }];
    for (const row of rows[file] ?? []) {
      if (row.kind !== 'line') {
        isNew = true;
        continue;
      }
      const startsHunk = isNew && read.lines[row.at]?.kind !== 'same';
      if (startsHunk) isNew = false;
      steps.push({ file, line: row.at, startsHunk });
    }
    return steps;
  });
}

/** The next place of a kind, or the one before; null past the last. */
export function stepFrom(
  steps: Step[],
  from: Place,
  by: 1 | -1,
  fits: (step: Step) => boolean = () => true,
): Place | null {
  const start = steps.findIndex(({ file, line }) => file === from.file && line === from.line);
  for (let at = start + by; start >= 0 && at >= 0 && at < steps.length; at += by) {
    const step = steps[at];
    if (step && fits(step)) return { file: step.file, line: step.line };
  }
  return null;
}

export const nameOf = ({ file, line }: Place) => `${file} ${line ?? 'head'}`;

export function placeNamed(name: string | undefined): Place | null {
  const [, file, line] = /^(\d+) (\d+|head)$/.exec(name ?? '') ?? [];
  return file === undefined
    ? null
    : { file: Number(file), line: line === 'head' ? null : Number(line) };
}
