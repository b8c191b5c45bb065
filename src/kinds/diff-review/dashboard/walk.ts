/** Where the keys move in a diff: to the heads of files, and to lines. */
import type { ReadFile, Row } from '../diff.ts';

/** A line of a file, or its head if null. */
export type Place = { file: number; line: number | null };
type Step = Place & { startsHunk: boolean };

/** Returns all places in order; a folded file has only its head. */
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

/** Returns the next or previous place of a kind; null past the last. */
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
