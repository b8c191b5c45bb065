import type { DiffFile } from './words.ts';

/** Parses a unified diff of one file; agents write many by hand, so nothing is refused. */

export type DiffLine = {
  kind: 'added' | 'removed' | 'same';
  text: string;
  /** Its number before the change; null for an added line. */
  old: number | null;
  /** Its number after the change; null for a removed line. */
  new: number | null;
  /** The file ends here without a line break. */
  isUnended?: true;
};
type Hunk = {
  /** The lines above its `@@`. */
  heads: string[];
  /** The function or section that the `@@` names. */
  about: string;
  lines: DiffLine[];
};
type UnifiedDiff = {
  hunks: Hunk[];
  /** The lines above a hunk that is missing: all there is for a rename or a binary file. */
  heads: string[];
  added: number;
  removed: number;
};

export function parseDiff(diff: string): UnifiedDiff {
  const texts = diff.split('\n');
  if (texts.at(-1) === '') texts.pop();
  const reader = createReader();
  for (const [at, text] of texts.entries()) reader.read(text, texts.slice(at + 1, at + 3));
  return reader.done();
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*?)\r?$/;
const HEAD =
  /^(diff |index |old mode |new mode |new file mode |deleted file mode |similarity index |dissimilarity index |rename |copy |Binary files |GIT binary patch|Only in |=======)/;
const BODY = /^[ +-]/;

type Side = { at: number; count: number };

function createReader() {
  const hunks: Hunk[] = [];
  const counted = { added: 0, removed: 0 };
  let heads: string[] = [];
  let hunk: Hunk | null = null;
  /** The next line on each side, and how many the `@@` still announces. */
  let before: Side;
  let after: Side;

  function begin(about: string, sides: [Side, Side]): Hunk {
    [before, after] = sides;
    const begun = { heads, about, lines: [] };
    hunks.push(begun);
    heads = [];
    return begun;
  }

  function add(text: string, { lines }: Hunk) {
    const kind = text.startsWith('+') ? 'added' : text.startsWith('-') ? 'removed' : 'same';
    lines.push({
      kind,
      text: BODY.test(text) ? text.slice(1) : text,
      old: kind === 'added' ? null : take(before),
      new: kind === 'removed' ? null : take(after),
    });
    if (kind !== 'same') counted[kind]++;
  }

  function isHead(text: string, [second = '', third = '']: string[]): boolean {
    if (!hunk) return HEAD.test(text) || /^(--- |\+\+\+ )/.test(text);
    if (before.count > 0 || after.count > 0) return text.startsWith('diff --git ');
    // The diff of another file follows; a single `--- ` is a removed line.
    const isPair = text.startsWith('--- ') && second.startsWith('+++ ') && HUNK.test(third);
    return isPair || HEAD.test(text);
  }

  return {
    read(text: string, following: string[]) {
      const opening = HUNK.exec(text);
      if (opening) {
        hunk = begin(opening[5] ?? '', sidesOf(opening));
        return;
      }
      if (isHead(text, following)) {
        hunk = null;
        heads.push(text);
        return;
      }
      const last = hunk?.lines.at(-1);
      if (last && text.startsWith('\\ ')) {
        last.isUnended = true;
        return;
      }
      // Without any `@@` it is a change from line 1.
      hunk ??= begin('', [whole(), whole()]);
      const isOver = before.count <= 0 && after.count <= 0;
      const isGap = isOver && text === '' && !BODY.test(following[0] ?? '');
      if (!isGap) add(text, hunk);
    },
    done: (): UnifiedDiff => ({ hunks, heads, ...counted }),
  };
}

const whole = (): Side => ({ at: 1, count: Number.POSITIVE_INFINITY });

function take(side: Side): number {
  side.count--;
  return side.at++;
}

const sidesOf = ([, oldAt, oldCount, newAt, newCount]: RegExpExecArray): [Side, Side] => [
  sideFrom(oldAt, oldCount),
  sideFrom(newAt, newCount),
];

function sideFrom(at = '1', count = '1'): Side {
  // A side without lines is placed after the line that it names.
  return { at: Number(at) + (count === '0' ? 1 : 0), count: Number(count) };
}

/** A file of a diff as it is drawn: its notes, hunks and lines, and what is folded. */
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
