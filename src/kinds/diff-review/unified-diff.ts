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
export type Hunk = {
  /** The lines above its `@@`. */
  heads: string[];
  /** The function or section that the `@@` names. */
  about: string;
  lines: DiffLine[];
};
export type UnifiedDiff = {
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
  sideOf(oldAt, oldCount),
  sideOf(newAt, newCount),
];

function sideOf(at = '1', count = '1'): Side {
  // A side without lines is placed after the line that it names.
  return { at: Number(at) + (count === '0' ? 1 : 0), count: Number(count) };
}
