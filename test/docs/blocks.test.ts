/** Every sh, Python, TypeScript and JavaScript block of the documentation works as it is printed, one page after another. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Block, blocksIn, isKnown, pageNames, root, runs } from '../support/docs/blocks.ts';
import { type DocsInbox, docsInbox, walkPage } from '../support/docs/walk-page.ts';
import { needs } from '../support/machine/tools.ts';

/** Lower it with each that runs. */
const MOST_NOT_RUN = 8;
const TIMEOUT_MS = 180_000;

const pages = await pageNames();
const blocks = (await Promise.all(pages.map(blocksIn))).flat();
const where = ({ page, line }: Block) => `${page}:${line}`;

test('leaves no more blocks unrun than the known number', () => {
  const left = blocks.filter(({ marks }) => 'not run' in marks).map(where);
  console.log(`${blocks.filter(runs).length} blocks run, ${left.length} do not: ${left.join(' ')}`);
  expect(left.length).toBeLessThanOrEqual(MOST_NOT_RUN);
});

test('names the language of every block by one spelling', () => {
  expect(blocks.filter((block) => !isKnown(block)).map(where)).toEqual([]);
});

test('names every setting of a hidden comment in the text around the first block it is for', async () => {
  for (const page of pages) {
    const text = await Bun.file(join(root, page)).text();
    for (const { index, 0: comment } of text.matchAll(/^<!-- server: .* -->$/gm)) {
      const block = text.indexOf('\n```', text.indexOf('\n```', index) + 1);
      const end = text.indexOf('\n## ', block);
      const seen = text.slice(0, end).replaceAll(/^<!-- .* -->$/gm, '');
      for (const [setting = ''] of comment.matchAll(/INBOX_\w+/g))
        expect([page, setting, seen.includes(setting)]).toEqual([page, setting, true]);
    }
  }
});

test('names the data directory of root wherever a page shows where `npm start` keeps its data', async () => {
  for (const page of pages) {
    const text = await Bun.file(join(root, page)).text();
    for (const { index } of text.matchAll(/^Listening on .*local\/share\/inbox$/gm)) {
      const around = text.slice(Math.max(0, index - 300), index + 400);
      expect([page, around.includes('/var/lib/inbox')]).toEqual([page, true]);
    }
  }
});

/** The test that runs the blocks under `<!-- run: NAME -->`, and how it names them. */
const elsewhere: Record<string, [file: string, names: (name: string) => string]> = {
  'docs/connect.md': ['test/docs/connect.test.ts', (name) => `printed('${name}')`],
  'docs/install.md': ['test/release/install.test.ts', (name) => `printedIn('${name}')`],
  'docs/proxies.md': ['test/system/proxies.test.ts', (name) => `, '${name}']`],
};

test('names every block that another test runs in that test', async () => {
  for (const block of blocks.filter(({ marks }) => 'run' in marks)) {
    const [file, names] = elsewhere[block.page] ?? [];
    const text = file ? await Bun.file(join(root, file)).text() : '';
    expect([where(block), text.includes(names?.(block.marks.run ?? '') ?? '-')]).toEqual([
      where(block),
      true,
    ]);
  }
});

test('shows lines of an example only as they are in it', async () => {
  const shown = blocks.filter(({ marks }) => 'from' in marks);
  expect(shown.length).toBeGreaterThan(0);
  for (const block of shown) {
    const example = (await Bun.file(join(root, block.marks.from ?? '')).text()).split('\n');
    const others = block.code.split('\n').filter((line) => !example.includes(line));
    expect([where(block), others.filter(Boolean)]).toEqual([where(block), []]);
  }
});

let inbox: DocsInbox;
beforeAll(async () => {
  inbox = await docsInbox();
}, TIMEOUT_MS);
afterAll(() => inbox.stop());

for (const page of pages.filter((name) =>
  blocks.some((block) => block.page === name && runs(block)),
)) {
  needs(
    'curl',
    'jq',
    'openssl',
    'python3',
  )(
    `the blocks of ${page} work as printed, after those of the pages before it`,
    () => walkPage(page, inbox),
    TIMEOUT_MS,
  );
}
