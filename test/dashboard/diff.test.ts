import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { keptKey } from '../../src/dashboard/data/kept.ts';
import { accessFaults, desk, phone, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, openQuestion, press } from '../support/browser/questions.ts';

const same = (count: number) => Array.from({ length: count }, (_, at) => ` kept ${at}`);
const orders = {
  path: 'db/orders.sql',
  diff: [
    '--- a/db/orders.sql',
    '+++ b/db/orders.sql',
    '@@ -10,3 +20,4 @@ CREATE TABLE orders',
    ' id int,',
    '--- an old remark',
    '+++ a new remark',
    '+total int,',
    ' state text',
    '@@ -40,13 +51,13 @@ CREATE INDEX',
    '-create index a on orders (state);',
    '+create index b on orders (state);',
    ...same(12),
  ].join('\n'),
};
const app = { path: 'src/app.ts', diff: '@@ -1 +1 @@\n-old\n+new' };
const files = [orders, app];

const line = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(() => {
    const { ariaLabel, textContent } = document.activeElement ?? {};
    return ariaLabel ?? textContent;
  });

test('numbers lines on both sides, including those that look like a file header', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'diff-review', { files });
  const page = await browser.logIn();
  const first = page.locator('.diff-file').first();
  await line(page, 'removed, line 11').waitFor();
  const drawn = await first
    .locator('.diff-line')
    .evaluateAll((lines) =>
      lines.map(
        (one) => `${[...one.querySelectorAll('span')].map((each) => each.dataset.number ?? '')}`,
      ),
    );
  expect(drawn.slice(0, 6)).toEqual(['10,20', '11,', ',21', ',22', '12,23', '40,']);
  expect(await first.locator('header').textContent()).toMatch(/^db\/orders.sql\+3 −2 Comment/);
  expect(await first.locator('.diff-hunk').allInnerTexts()).toEqual([
    expect.stringContaining('CREATE TABLE orders'),
    expect.stringContaining('CREATE INDEX'),
  ]);
  expect(await first.textContent()).not.toContain('@@');
  expect(await first.locator('mark').allInnerTexts()).toEqual([
    '--',
    'an',
    'old',
    '++',
    'a',
    'new',
    'a',
    'b',
  ]);
  // Three of twelve lines at the end of a hunk are shown.
  await first.getByRole('button', { name: '9 unchanged lines' }).click();
  await first.getByText('kept 11').waitFor();
  expect(await accessFaults(page, '.diffs')).toEqual([]);
});

test('opens a comment field in place for any line', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'diff-review', { files });
  const page = await browser.logIn();
  const number = line(page, 'removed, line 11');
  await number.click();
  const field = page.getByRole('textbox', { name: 'Comment on removed line 11' });
  await field.and(page.locator(':focus')).waitFor();
  const [above, below] = await Promise.all([number.boundingBox(), field.boundingBox()]);
  expect((below?.y ?? 0) - (above?.y ?? 0)).toBeLessThan(60);
  await page.keyboard.type('Keep 1 or 2?');
  await page.keyboard.press('Control+Enter');
  await page.getByLabel('Your comment on removed line 11').getByText('Keep 1 or 2?').waitFor();
  expect(await focused(page)).toBe('removed, line 11');
});

test('keeps unfinished comments, and sends them with the answer', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'diff-review', { files });
  const page = await browser.logIn();
  await line(page, 'removed, line 11').click();
  await page.keyboard.type('Keep 1 or 2?');
  // One that is left empty is none; one that is left with words keeps them.
  await line(page, 'line 23').click();
  await page.keyboard.press('Escape');
  await line(page, 'added, line 22').click();
  await page.keyboard.type('Why?');
  await page.keyboard.press('Escape');
  await page.locator('.diff-file').nth(1).getByRole('button', { name: 'Comment' }).first().click();
  await page.keyboard.type('Split it');
  await page.keyboard.press('Escape');
  expect(await page.locator('.diff-comment').count()).toBe(3);
  await page.reload();
  await page.getByLabel('Your comment on line 22').getByText('Why?').waitFor();
  await press(page, 'r');
  expect(await answerOf(browser, asked)).toEqual({
    verdict: 'request-changes',
    comments: [
      { path: 'db/orders.sql', line: 11, side: 'old', text: 'Keep 1 or 2?' },
      { path: 'db/orders.sql', line: 22, side: 'new', text: 'Why?' },
      { path: 'src/app.ts', text: 'Split it' },
    ],
  });
  await openQuestion(page, asked.id);
  await page.getByText('db/orders.sql, removed line 11').waitFor();
});

test('steps through hunks, files and lines by key, and folds viewed files', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'diff-review', { files });
  const page = await browser.logIn();
  const walk: [key: string, at: string][] = [
    ['n', 'removed, line 11'],
    ['n', 'removed, line 40'],
    ['ArrowUp', 'line 23'],
    ['ArrowDown', 'removed, line 40'],
    ['n', 'removed, line 1'],
    ['p', 'removed, line 40'],
    ['Shift+N', 'src/app.ts'],
    ['Shift+P', 'db/orders.sql'],
    ['v', 'src/app.ts'],
    ['ArrowDown', 'removed, line 1'],
    ['p', 'removed, line 1'],
  ];
  for (const [key, at] of walk) {
    await press(page, key);
    expect(`${key}: ${await focused(page)}`).toBe(`${key}: ${at}`);
  }
  const list = page.getByRole('navigation', { name: 'Changed files' });
  await list.getByText('1 of 2 viewed').waitFor();
  expect(await page.locator('.diff-file').first().locator('.diff-line').count()).toBe(0);
  await press(page, 'Shift+P', 'Shift+P', 'v');
  await list.getByText('0 of 2 viewed').waitFor();
  await line(page, 'removed, line 11').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Comment on removed line 11' }).waitFor();
});

test('shows invisible and direction-changing characters by name', async () => {
  await using browser = await testBrowser();
  const diff = '@@ -1,2 +1,2 @@\n-if (isAdmin) {\n+if (is\u200bAdmin\u202e) {\n-end\r\n+end';
  await ask(browser, 'diff-review', { files: [{ path: 'a.ts', diff }] });
  const page = await browser.logIn();
  const lines = page.locator('.diff-line code');
  await lines.first().waitFor();
  expect(await lines.allTextContents()).toEqual([
    'if (isAdmin) {',
    'if (isU+200BAdminU+202E) {',
    'endCR',
    'end',
  ]);
});

test('restores comments from drafts of an earlier version', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'diff-review', { files });
  const page = await browser.logIn();
  await line(page, 'line 20').waitFor();
  const {
    body: [me],
  } = await browser.server.as.owner.get<{ id: string }[]>('/users');
  const draft = [
    { path: 'src/app.ts', line: 1, text: 'Of then' },
    { path: 'src/app.ts', line: 900, text: 'Of a line that is not here' },
  ];
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
    keptKey(me?.id ?? '', 'draft', asked.id),
    JSON.stringify({ at: Date.now(), draft }),
  ] as const);
  await page.reload();
  await page.getByLabel('Your comment on line 1').getByText('Of then').waitFor();
  await page.getByLabel('Your comment on line 900').getByText('line 900 Of a line').waitFor();
});

test('wraps lines on a phone, and comments on a tap', async () => {
  await using browser = await testBrowser();
  const long = { path: 'long.ts', diff: `@@ -3 +3 @@\n-${'word '.repeat(60)}\n+x` };
  const asked = await ask(browser, 'diff-review', { files: [long] });
  const page = await browser.logIn(`/m/${asked.id}`, { viewport: phone, hasTouch: true });
  const code = page.locator('.diff-line code').first();
  await code.waitFor();
  expect(await code.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  expect(await code.evaluate((one) => getComputedStyle(one).fontSize)).toBe('12.5px');
  expect(await page.locator('.diff-numbers span:visible').count()).toBe(2);
  await code.tap();
  await page.keyboard.type('Shorter');
  await page.getByRole('button', { name: 'Save' }).tap();
  await page.getByLabel('Your comment on removed line 3').waitFor();
  const heights = await page
    .locator('.diffs button:not(.diff-numbers)')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  expect(await accessFaults(page, '.diffs')).toEqual([]);
});

test('draws only the visible part of 200 files with 5,000 lines, and jumps to the last file', async () => {
  await using browser = await testBrowser();
  const lines = same(12).map((text) => `-${text}\n+${text}!`);
  const many = Array.from({ length: 200 }, (_, at) => ({
    path: `src/${at}.ts`,
    diff: `@@ -1,12 +1,12 @@\n${lines.join('\n')}\n@@ -90 +90 @@\n+last of ${at}`,
  }));
  const asked = await ask(browser, 'diff-review', { files: many });
  const page = await browser.logIn(`/m/${asked.id}`, { viewport: desk });
  await page.locator('.diff-line').first().waitFor();
  expect(await page.locator('.diff-file').count()).toBe(200);
  expect(await page.locator('.diff-line').count()).toBeLessThan(1000);
  const list = page.getByRole('navigation', { name: 'Changed files' });
  await list.getByRole('button', { name: 'src/199.ts' }).click();
  await page.getByText('last of 199').waitFor();
  expect(await focused(page)).toContain('src/199.ts');
  // The list is in view there, and the file begins below it.
  const [nav, head] = await Promise.all([
    list.boundingBox(),
    page.locator('.diff-file').last().locator('header').boundingBox(),
  ]);
  expect(head?.y ?? 0).toBeGreaterThanOrEqual((nav?.y ?? 0) + (nav?.height ?? 0) - 1);
  expect(await page.locator('.diff-line').count()).toBeLessThan(2000);
});
