import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { wordsOf } from '../../../src/kinds/diff-review/dashboard/changed-words.ts';
import { readFile, rowsOf } from '../../../src/kinds/diff-review/diff.ts';

const rows = (diff: string) =>
  rowsOf(readFile({ path: 'a', diff }), () => false).map((row) => {
    if (row.kind === 'line') return `${row.at}`;
    return row.kind === 'fold' ? `${row.from}..${row.to}` : row.kind;
  });
const same = (count: number) => ' same\n'.repeat(count);

test('folds more than 8 unchanged lines, except 3 next to a change', () => {
  expect(rows(`@@ -1,9 +1,9 @@\n-a\n+b\n${same(8)}`)).toHaveLength(11);
  expect(rows(`@@ -1,20 +1,20 @@\n-a\n+b\n${same(9)}-c\n+d\n${same(9)}`)).toEqual([
    'hunk',
    '0',
    '1',
    '2',
    '3',
    '4',
    '5..8',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
    '14',
    '15',
    '16..22',
  ]);
  expect(rows(`@@ -1,9 +1,9 @@\n${same(9)}`)).toEqual(['hunk', '0..9']);
});

test('never folds a changed line', () => {
  const lines = fc.array(fc.constantFrom(' a', ' a', ' a', '+b', '-c'), { maxLength: 60 });
  const property = fc.property(lines, (all) => {
    const file = readFile({ path: 'a', diff: `@@ -1,99 +1,99 @@\n${all.join('\n')}` });
    const shown = new Set<number>();
    for (const row of rowsOf(file, () => false)) {
      if (row.kind === 'line') shown.add(row.at);
      if (row.kind !== 'fold') continue;
      for (let at = row.from; at < row.to; at++) expect(file.lines[at]?.kind).toBe('same');
    }
    for (const [at, { kind }] of file.lines.entries()) {
      if (kind !== 'same') expect(shown.has(at)).toBe(true);
    }
  });
  fc.assert(property);
});

const heads: [said: string[], diff: string][] = [
  [[], '--- a/x.ts\t2026-01-01\n+++ b/x.ts'],
  [['New file'], 'new file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/x.ts'],
  [['Deleted'], 'deleted file mode 100644\n--- a/x.ts\n+++ /dev/null'],
  [['From a/old.ts'], '--- a/old.ts\n+++ b/x.ts'],
  [['To b/other.ts'], 'diff --git a/x.ts b/other.ts\n--- a/x.ts\n+++ b/other.ts'],
  [['old mode 100644', 'new mode 100755'], 'old mode 100644\nnew mode 100755'],
  [['new file mode 100755', 'New file'], 'new file mode 100755\n--- /dev/null\n+++ b/x.ts'],
];

test.each(heads)("shows %p beside a file's path", (said, diff) => {
  expect(readFile({ path: 'x.ts', diff }).notes).toEqual(said);
  const withHunk = readFile({ path: 'x.ts', diff: `${diff}\n@@ -1 +1 @@\n-a\n+b` });
  expect(withHunk.hunks[0]?.notes).toEqual(said);
});

test('marks changed words on both sides, but not in a line that was replaced', () => {
  const words = (one: string, other: string, side: 'old' | 'new') =>
    wordsOf(one, other, side)?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text));
  expect(words('return a + 1;', 'return b + 1;', 'old')).toEqual(['return ', '[a]', ' + 1;']);
  expect(words('return b + 1;', 'return a + 1;', 'new')).toEqual(['return ', '[b]', ' + 1;']);
  expect(words('const one = 1;', 'throw new Error()', 'old')).toBeUndefined();
  expect(words('x'.repeat(2000), 'x', 'old')).toBeUndefined();
});

test('splits a line into parts without losing text', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', 'ü', '(', '\t')).map((all) => all.join(''));
  const property = fc.property(text, text, (old, now) => {
    for (const side of ['old', 'new'] as const) {
      const [own, other] = side === 'old' ? [old, now] : [now, old];
      const parts = wordsOf(own, other, side);
      if (parts) expect(parts.map((part) => part.text).join('')).toBe(own);
    }
  });
  fc.assert(property);
});
