import { expect, test } from 'bun:test';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { parseDiff } from '../../../src/kinds/diff-review/diff.ts';
import { temporaryDirectory } from '../../support/machine/directory.ts';

const linesIn = (diff: string) => parseDiff(diff).hunks.flatMap(({ lines }) => lines);
const drawn = (diff: string) =>
  linesIn(diff).map((line) => `${line.old ?? ''}|${line.new ?? ''}|${line.kind}|${line.text}`);

const sql = `--- a/orders.sql
+++ b/orders.sql
@@ -10,4 +20,4 @@ CREATE TABLE orders
 same
--- an old remark
-- one more
+++ a new remark
+++i;
 last
`;

test('reads lines that begin with 2 minuses or pluses as lines, and keeps counting', () => {
  expect(drawn(sql)).toEqual([
    '10|20|same|same',
    '11||removed|-- an old remark',
    '12||removed|- one more',
    '|21|added|++ a new remark',
    '|22|added|++i;',
    '13|23|same|last',
  ]);
  const { hunks, added, removed } = parseDiff(sql);
  expect(hunks).toMatchObject([
    { about: 'CREATE TABLE orders', heads: ['--- a/orders.sql', '+++ b/orders.sql'] },
  ]);
  expect({ added, removed }).toEqual({ added: 2, removed: 2 });
});

test('reads all lines of a hunk whose header counts too few or too many', () => {
  expect(drawn('@@ -1,1 +1,1 @@\n-a\n+b\n--- c\n+++ d\n e')).toEqual([
    '1||removed|a',
    '|1|added|b',
    '2||removed|-- c',
    '|2|added|++ d',
    '3|3|same|e',
  ]);
  const diff = '@@ -1,9 +1,9 @@ f()\n a\n\n@@ -30 +31 @@\n-x\n+y\n\n';
  expect(drawn(diff)).toEqual(['1|1|same|a', '2|2|same|', '30||removed|x', '|31|added|y']);
});

test('starts at line 1 without a hunk header', () => {
  expect(drawn('+new\n-old\n same')).toEqual(['|1|added|new', '1||removed|old', '2|2|same|same']);
});

test("assigns the second file's headers to its own hunk", () => {
  const more = 'diff --git a/b b/b\nindex 1..2 100644\n--- a/b\n+++ b/b\n@@ -7 +7 @@\n-x\n+y';
  const { hunks } = parseDiff(`${sql}${more}`);
  expect(hunks[1]?.heads).toEqual(more.split('\n').slice(0, 4));
  expect(hunks[1]?.lines).toMatchObject([{ old: 7 }, { new: 7 }]);
});

test('keeps the headers of a diff without lines', () => {
  const rename = 'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n';
  expect(parseDiff(rename)).toEqual({
    hunks: [],
    added: 0,
    removed: 0,
    heads: rename.trim().split('\n'),
  });
  expect(parseDiff('')).toEqual({ hunks: [], heads: [], added: 0, removed: 0 });
});

const line = fc.oneof(
  fc.constantFrom('', ' ', '-- a', '++ b', '- c', '--- d', '+++ e', '@@ -1 +1 @@', '\\ f'),
  fc.constantFrom('diff --git a/x b/x', 'index 1..2', 'x', 'y'),
);
const file = fc.array(line, { maxLength: 40 }).map((lines) => lines.map((one) => `${one}\n`));
const ended = fc.tuple(file, fc.boolean()).map(([lines, isEnded]) => {
  const text = lines.join('');
  // An empty last line without an end does not count.
  return isEnded || lines.at(-1) === '\n' ? text : text.replace(/\n$/, '');
});

test('numbers the lines of any generated patch correctly on both sides', () => {
  const property = fc.property(ended, ended, fc.nat(4), (before, after, context) => {
    const patch = createTwoFilesPatch('a', 'b', before, after, '', '', { context });
    isTrueTo(patch, before, after);
  });
  fc.assert(property, { numRuns: 1000 });
});

test('numbers the lines of `diff -u` output correctly on both sides', () => {
  const folder = temporaryDirectory();
  const property = fc.asyncProperty(ended, ended, async (before, after) => {
    await Promise.all([Bun.write(`${folder}/a`, before), Bun.write(`${folder}/b`, after)]);
    const { stdout } = Bun.spawnSync(['diff', '-u', `${folder}/a`, `${folder}/b`]);
    isTrueTo(stdout.toString(), before, after);
  });
  return fc.assert(property, { numRuns: 40 });
});

/** Each line is at its number, and the changes turn one file into the other. */
function isTrueTo(patch: string, before: string, after: string) {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const { hunks, added, removed } = parseDiff(patch);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  for (const one of lines) {
    if (one.old !== null) expect(old[one.old - 1]).toBe(one.text);
    if (one.new !== null) expect(now[one.new - 1]).toBe(one.text);
  }
  const count = (kind: string) => lines.filter((one) => one.kind === kind).length;
  expect({ added, removed }).toEqual({ added: count('added'), removed: count('removed') });
  const gone = new Set(lines.filter(({ kind }) => kind === 'removed').map((one) => one.old));
  const come = new Set(lines.filter(({ kind }) => kind === 'added').map((one) => one.new));
  const kept = (all: string[], changed: Set<number | null>) =>
    all.filter((_, at) => !changed.has(at + 1) && (at < all.length - 1 || all[at] !== ''));
  expect(kept(old, gone)).toEqual(kept(now, come));
  const isUnended = (text: string) => text !== '' && !text.endsWith('\n');
  if (isUnended(after) !== isUnended(before)) {
    expect(lines.some((one) => one.isUnended)).toBe(true);
  }
}
