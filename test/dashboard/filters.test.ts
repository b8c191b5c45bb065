/** The list of pending questions is narrowed and ordered, and the open question follows it. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { openPath, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isReady, press } from '../support/browser/questions.ts';

const titles = (page: Page) => page.locator('.inbox-row-title').allTextContents();
const shows = (page: Page, ...names: string[]) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('.inbox-row-title')].map((one) => one.textContent).join() ===
      wanted,
    names.join(),
  );
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const isSeen = (page: Page, name: string) =>
  page.locator('.inbox-row:not([data-unread])', { hasText: name }).waitFor();
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('filters and sorts the list, shows counts, and keeps the filters in the URL', async () => {
  await using browser = await testBrowser();
  const deploys = await browser.server.channel({ name: 'deploys' });
  const mails = await browser.server.channel({ name: 'mails' });
  const later = { expiresInSeconds: 3 * 24 * 3600 };
  await ask(browser, 'approval', {}, { text: 'Deploy?', channel: deploys, expiresInSeconds: 200 });
  await ask(browser, 'text-input', {}, { text: 'Reply?', channel: mails, expiresInSeconds: 190 });
  await ask(browser, 'approval', {}, { text: 'Send?', channel: mails, ...later });
  const page = await browser.logIn();
  await heading(page, 'Reply?');
  await shows(page, 'Reply?', 'Deploy?', 'Send?');
  await isSeen(page, 'Reply?');

  await page.getByLabel('Kind').selectOption({ label: 'Approval' });
  await shows(page, 'Deploy?', 'Send?');
  await heading(page, 'Deploy?');
  await page.getByText('2 of 3').waitFor();
  await isSeen(page, 'Deploy?');
  await page.reload();
  await shows(page, 'Deploy?', 'Send?');
  await page.getByLabel('Order').selectOption('newest');
  await shows(page, 'Send?', 'Deploy?');
  await heading(page, 'Deploy?');
  await chip(page, 'Expires today').click();
  await shows(page, 'Deploy?');
  const query = Object.fromEntries(new URL(page.url()).searchParams);
  expect(query).toEqual({ type: 'approval', expires: 'today', order: 'newest' });
  await chip(page, 'Clear filters').click();
  await shows(page, 'Send?', 'Reply?', 'Deploy?');

  await chip(page, 'New').click();
  await shows(page, 'Send?');
  await heading(page, 'Send?');
  await ask(browser, 'approval', {}, { text: 'Again?', channel: deploys });
  await shows(page, 'Again?', 'Send?');
  await page.getByRole('link', { name: '2 pending in deploys' }).click();
  await shows(page, 'Deploy?', 'Again?');
  await heading(page, 'Deploy?');
  await page.getByRole('link', { name: 'Again?' }).click();
  await heading(page, 'Again?');
  expect(new URL(page.url()).search).toBe(`?channel=${deploys.id}`);
  await page.getByRole('link', { name: /^Pending/ }).click();
  await shows(page, 'Reply?', 'Deploy?', 'Again?', 'Send?');
});

test('selects a match when a search hides the open question, and answers only listed questions by key', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'shop' });
  const first = await ask(browser, 'approval', {}, { text: 'Deploy?', expiresInSeconds: 600 });
  const refunds = [
    await ask(browser, 'approval', {}, { text: 'Refund Mia?', channel, expiresInSeconds: 700 }),
    await ask(browser, 'approval', {}, { text: 'Refund Bo?', channel, expiresInSeconds: 800 }),
  ];
  const page = await browser.logIn();
  await heading(page, 'Deploy?');
  await page.keyboard.press('/');
  await page.keyboard.type('refund');
  await shows(page, 'Refund Mia?', 'Refund Bo?');
  await heading(page, 'Refund Mia?');
  await page.waitForFunction(() => document.title === '(3) Refund Mia? · Inbox');
  await page.keyboard.press('Enter');
  await press(page, 'a');
  await heading(page, 'Refund Bo?');
  await press(page, 'a');
  await page.getByText('No matching questions').waitFor();
  for (const one of refunds) {
    expect(await answerOf(browser, one)).toEqual({ selectedOption: 'approve' });
  }
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Show all' }).click();
  await heading(page, 'Deploy?');
  expect(await titles(page)).toEqual(['Deploy?']);
  await isReady(page);
  await press(page, 'a');
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
});

test('moves between questions by arrow keys once scrolled to the end, and never within a rating', async () => {
  await using browser = await testBrowser();
  const text = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}.`).join('\n\n');
  await ask(browser, 'approval', {}, { text: 'Short?', expiresInSeconds: 600 });
  await ask(browser, 'rating', { title: 'Rate?', prompt: 'Rate it' }, { expiresInSeconds: 700 });
  await ask(browser, 'approval', { title: 'Long?' }, { text, expiresInSeconds: 800 });
  const page = await browser.logIn();
  await heading(page, 'Short?');
  await page.keyboard.press('ArrowDown');
  await heading(page, 'Rate?');
  await page.keyboard.press('ArrowDown');
  await heading(page, 'Long?');
  await page.keyboard.press('ArrowUp');
  await heading(page, 'Rate?');
  await page.keyboard.press('ArrowDown');
  await heading(page, 'Long?');
  await page.locator('.question-scroll').getByText('Paragraph 59.').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('.question-scroll')?.scrollTop);
  expect(await page.getByRole('heading', { name: 'Long?' }).count()).toBe(1);
});

test('gives the search the width of the list, and the filters their own line below it', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', {}, { text: 'Deploy?' });
  const page = await browser.logIn('/?unread=true');
  const field = page.getByLabel('Search pending questions');
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Where there is no room beside the open question, the list has to go before it can come back.
    if (width < 760) await page.locator('.inbox-list').waitFor({ state: 'hidden' });
    await openPath(page, '/?unread=true');
    // Beside a list there is room for its first question, which then opens.
    if (width > 760) await page.waitForURL(/\/m\//);
    const [search, list, chips, last] = await Promise.all([
      field.boundingBox(),
      page.locator('.inbox-list').boundingBox(),
      page.locator('.inbox-chips').boundingBox(),
      page.locator('.inbox-filters').boundingBox(),
    ]);
    if (!search || !list || !chips || !last) throw new Error('All of them are shown');
    expect(search.width).toBeGreaterThan(list.width - 4);
    expect(chips.y).toBeGreaterThanOrEqual(search.y + search.height);
    expect(chips.y + chips.height).toBeLessThan(last.y + last.height);
  }
});

test('says which key asks and from where, and leads to the other questions of its session, also to those that ended', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'shop' });
  const asked = async (text: string, session: string) => {
    const source = { client: 'Claude\u202e Code', cwd: '~/src/shop', session };
    return ask(browser, 'approval', {}, { text, channel, metadata: { source } });
  };
  const ended = [await asked('Build?', 's1'), await asked('Test?', 's1')];
  await asked('Refund?', 's2');
  const page = await browser.logIn();
  const line = `${browser.server.agentKey.name}: Claude[U+202E] Code · ~/src/shop`;
  await page.locator('.question-source', { hasText: line }).waitFor();
  await page
    .locator('.inbox-row', { hasText: `shop · ${line}` })
    .nth(2)
    .waitFor();

  await page.getByRole('link', { name: '1 more from this session' }).click();
  await shows(page, 'Build?', 'Test?');
  await heading(page, 'Build?');
  const lists = (url: URL) => url.pathname.endsWith('/reviews/pending');
  // The event alone has to do.
  await page.route(lists, () => {});
  await asked('Deploy?', 's1');
  await page.getByRole('link', { name: '2 more from this session' }).waitFor();
  await page.unroute(lists);
  await chip(page, 'Session').click();
  await shows(page, 'Build?', 'Test?', 'Refund?', 'Deploy?');
  await page.getByRole('link', { name: 'Refund?' }).click();
  await heading(page, 'Refund?');
  expect(await page.locator('.question-session').count()).toBe(0);

  ended.push(await asked('Elsewhere?', 's2'));
  for (const { id } of ended) {
    const response = { selectedOption: 'approve' };
    await browser.server.as.owner.post(`/reviews/${id}/respond`, { response });
  }
  const rows = page.locator('.answered-title');
  await openPath(page, `/answered/${ended[0]?.id}`);
  await rows.nth(2).waitFor();
  await page.getByRole('link', { name: '1 more from this session' }).click();
  await rows.nth(2).waitFor({ state: 'detached' });
  expect(await rows.allTextContents()).toEqual(['Test?', 'Build?']);
  await chip(page, 'Session').click();
  await rows.nth(2).waitFor();
});
