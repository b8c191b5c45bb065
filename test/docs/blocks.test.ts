/** Every sh, Python, TypeScript and JavaScript block of the documentation works as it is printed. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Block, blocksIn, isKnown, pageNames, root, runs } from '../support/blocks.ts';
import { needs } from '../support/tools.ts';
import { walkPage } from '../support/walk-page.ts';

/** Lower it with each that runs. */
const MOST_NOT_RUN = 30;
const TIMEOUT_MS = 180_000;

const pages = await pageNames();
const blocks = (await Promise.all(pages.map(blocksIn))).flat();
const where = ({ page, line }: Block) => `${page}:${line}`;

test('few blocks are not run, and their number is known', () => {
  const left = blocks.filter(({ marks }) => 'not run' in marks).map(where);
  console.log(`${blocks.filter(runs).length} blocks run, ${left.length} do not: ${left.join(' ')}`);
  expect(left.length).toBeLessThanOrEqual(MOST_NOT_RUN);
});

test('every block names its language, by one name each', () => {
  expect(blocks.filter((block) => !isKnown(block)).map(where)).toEqual([]);
});

test('a block that another test runs is named there', async () => {
  const elsewhere = await Bun.file(join(root, 'test/release/install.test.ts')).text();
  const missing = blocks.filter(
    ({ page, marks: { run } }) =>
      run !== undefined &&
      !(page === 'docs/install.md' && elsewhere.includes(`printedIn('${run}')`)),
  );
  expect(missing.map(where)).toEqual([]);
});

for (const page of pages.filter((name) =>
  blocks.some((block) => block.page === name && runs(block)),
)) {
  needs(
    'curl',
    'jq',
    'openssl',
    'python3',
  )(`the blocks of ${page} work as they are printed`, () => walkPage(page), TIMEOUT_MS);
}
