import { expect, test } from 'bun:test';
import { coverageOf, readLcov } from '../../scripts/coverage/lines.ts';

const loaded = {
  lcov: readLcov('SF:src/a.ts\nDA:1,1\nDA:2,0\nDA:3,0\nDA:4,0\nend_of_record\n'),
  child: { 'src/a.ts': [2, 3] },
};

test('counts a line as run when any process ran it, and not when one did not report it', () => {
  const lcov = readLcov('SF:src/a.ts\nDA:1,1\nDA:2,5\nDA:3,0\nDA:4,0\nend_of_record\n');
  const children = [{ 'src/a.ts': [2, 3] }, { 'src/b.ts': [] }];
  const uncovered = coverageOf(loaded, { lcov, children });
  expect(uncovered).toEqual([{ file: 'src/a.ts', lines: 3, uncovered: [3] }]);
  const more = coverageOf(loaded, { lcov, children: [...children, { 'src/a.ts': [2] }] });
  expect(more).toEqual([{ file: 'src/a.ts', lines: 3, uncovered: [] }]);
});

test('counts a source that no test loads as not run', () => {
  expect(coverageOf(loaded, { lcov: new Map(), children: [] })).toEqual([
    { file: 'src/a.ts', lines: 3, uncovered: [1, 2, 3] },
  ]);
});
