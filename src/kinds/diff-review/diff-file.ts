/** A file of a diff as it is drawn: its notes, hunks and lines, and what is folded. */
import type { DiffFile } from './files.ts';
import { type DiffLine, type Hunk, parseDiff } from './unified-diff.ts';

export type ReadFile = {
  path: string;
  lines: DiffLine[];
  added: number;
  removed: number;
  /** Notes without a hunk, such as for a renamed or binary file. */
  notes: string[];
  hunks: { notes: string[]; about: string; from: number; to: number }[];
  /** Which removed line an added one replaces, and vice versa. */
  twins: Map<number, number>;
  /** The line that a comment on `new 16` belongs to. */
  places: Map<string, number>;
};
export type Row =
  | { kind: 'hunk'; about: string; notes: string[]; from: number }
  | { kind: 'line'; at: number }
  | { kind: 'fold'; from: number; to: number };

/** The longest run of unchanged lines that is shown in full, and how much of a longer one is. */
const LONGEST_SAME = 8;
const BESIDE_CHANGE = 3;

export function readFile({ path, diff }: DiffFile): ReadFile {
  const { hunks, heads, added, removed } = parseDiff(diff);
  let from = 0;
  const placed = hunks.map(({ about, lines, heads: own }) => {
    const start = from;
    from += lines.length;
    return { notes: notesOf(own, path), about, from: start, to: from };
  });
  const lines = withoutReturns(hunks.flatMap((hunk) => hunk.lines));
  const notes = notesOf(heads, path);
  const places = new Map(lines.map((line, at) => [`${sideOf(line)} ${numberOf(line)}`, at]));
  return { path, lines, added, removed, notes, hunks: placed, twins: twinsIn(hunks), places };
}

/** CRs are hidden if all lines end in one, and shown if only some do. */
const withoutReturns = (lines: DiffLine[]): DiffLine[] =>
  lines.every(({ text }) => text.endsWith('\r'))
    ? lines.map((line) => ({ ...line, text: line.text.slice(0, -1) }))
    : lines;

/** Returns the rows to draw; `isOpen` returns whether a run of unchanged lines is unfolded. */
export function rowsOf(file: ReadFile, isOpen: (from: number, to: number) => boolean): Row[] {
  return file.hunks.flatMap(({ notes, about, from, to }) => [
    { kind: 'hunk' as const, about, notes, from },
    ...stretches(file.lines, from, to).flatMap((one): Row[] => {
      const [start, end] = foldIn(one, from, to);
      if (end <= start || isOpen(start, end)) return linesFrom(one.from, one.to);
      return [
        ...linesFrom(one.from, start),
        { kind: 'fold', from: start, to: end },
        ...linesFrom(end, one.to),
      ];
    }),
  ]);
}

/** Names a line within its file: a removed one by its old number, any other by its new one. */
export const sideOf = ({ kind }: DiffLine) => (kind === 'removed' ? 'old' : 'new');
export const numberOf = (line: DiffLine) => line[sideOf(line)] ?? 0;

const linesFrom = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, index) => ({ kind: 'line', at: from + index }));

type Stretch = { isSame: boolean; from: number; to: number };

function stretches(lines: DiffLine[], from: number, to: number): Stretch[] {
  const found: Stretch[] = [];
  for (let at = from; at < to; at++) {
    const isSame = lines[at]?.kind === 'same';
    const last = found.at(-1);
    if (last?.isSame === isSame) last.to = at + 1;
    else found.push({ isSame, from: at, to: at + 1 });
  }
  return found;
}

/** Returns the folded part of a run within its hunk; nothing if the end is not after the start. */
function foldIn({ isSame, from, to }: Stretch, first: number, last: number): [number, number] {
  if (!isSame || to - from <= LONGEST_SAME) return [from, from];
  // The ends of a hunk have a change on only one side.
  return [from === first ? from : from + BESIDE_CHANGE, to === last ? to : to - BESIDE_CHANGE];
}

/** Pairs removed lines with the added lines that follow them. */
function twinsIn(hunks: Hunk[]): Map<number, number> {
  const twins = new Map<number, number>();
  let from = 0;
  for (const { lines } of hunks) {
    let at = 0;
    while (at < lines.length) {
      const removed = runOf(lines, at, 'removed');
      const added = runOf(lines, at + removed, 'added');
      for (let index = 0; index < Math.min(removed, added); index++) {
        twins.set(from + at + index, from + at + removed + index);
        twins.set(from + at + removed + index, from + at + index);
      }
      at += Math.max(1, removed + added);
    }
    from += lines.length;
  }
  return twins;
}

function runOf(lines: DiffLine[], from: number, kind: DiffLine['kind']): number {
  let to = from;
  while (lines[to]?.kind === kind) to++;
  return to - from;
}

/** Returns the headers that say more than the path; one that names another file always does. */
function notesOf(heads: string[], path: string): string[] {
  return heads.flatMap((head) => {
    const [, side = '', named = ''] = /^(---|\+\+\+) ([^\t\r]*)/.exec(head) ?? [];
    if (named === '/dev/null') return [side === '---' ? 'New file' : 'Deleted'];
    if (side) return isPath(named, path) ? [] : [`${side === '---' ? 'From' : 'To'} ${named}`];
    return /^(diff |index |=====|(new|deleted) file mode 100644)/.test(head) ? [] : [head];
  });
}

const isPath = (named: string, path: string) =>
  named === path || named.replace(/^[a-z]\//, '') === path.replace(/^\//, '');
