import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Agent } from '../../src/core/channels/schema.ts';
import { type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';
import { answerOf, ask, press } from '../support/browser/questions.ts';

const COUNT = 500;
/** The rows that are drawn are those in view and some around them. */
const MOST_DRAWN = 150;
const textOf = (at: number) => `Question ${at}.`;

/** Asks as many questions, in the order in which they expire. */
async function askMany(browser: TestBrowser, channel: Agent, count: number) {
  const all = Array.from({ length: count }, (_, at) => at);
  const asked = [];
  for (let at = 0; at < count; at += 50) {
    const some = all.slice(at, at + 50).map((one) => {
      const more = { channel, text: textOf(one), expiresInSeconds: 4000 + 10 * one };
      return ask(browser, 'approval', {}, more);
    });
    asked.push(...(await Promise.all(some)));
  }
  return asked;
}

const titles = (page: Page) => page.locator('.inbox-row-title').allTextContents();
const isInView = (page: Page, name: string) =>
  page.waitForFunction((title) => {
    const rows = document.querySelector('.inbox-rows')?.getBoundingClientRect();
    const row = [...document.querySelectorAll('.inbox-row')]
      .find((one) => one.querySelector('.inbox-row-title')?.textContent === title)
      ?.getBoundingClientRect();
    return rows && row && row.top >= rows.top - 0.5 && row.bottom <= rows.bottom + 0.5;
  }, name);

/** In the page: scrolls from the top to the end, and returns all the titles that were drawn. */
async function scrollThrough(last: string) {
  const list = document.querySelector('.inbox-rows');
  if (!list) throw new Error('There is a list');
  const seen = new Set<string>();
  let most = 0;
  list.scrollTop = 0;
  while (!seen.has(last)) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const rows = [...list.querySelectorAll('.inbox-row-title')];
    for (const { textContent } of rows) seen.add(textContent ?? '');
    most = Math.max(most, rows.length);
    list.scrollTop += 30 * 60;
  }
  return { seen: [...seen], most };
}

test('draws only the rows near the view of 500 questions, and reaches each of them', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'many' });
  const asked = await askMany(browser, channel, COUNT);
  const page = await browser.logIn('/health');
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/reviews/pending')) reads.push(request.url());
  });
  await page.goto('/');
  await page.getByText(/^500, /).waitFor();
  await page.waitForFunction(() => document.title.startsWith('(500) '));
  await page
    .locator('.nav-channel', { hasText: 'many' })
    .locator('.nav-count', { hasText: '500' })
    .waitFor();
  await isLive(page);
  const firstRow = page.getByRole('listitem').filter({ hasText: textOf(0) });
  expect(await firstRow.getAttribute('aria-setsize')).toBe('500');
  expect(await firstRow.getAttribute('aria-posinset')).toBe('1');

  // One that belongs behind what was read counts, and is not listed.
  const last = { channel, text: 'Last of all', expiresInSeconds: 90_000 };
  await ask(browser, 'approval', {}, last);
  await page.getByText('New question from many: Last of all').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.title.startsWith('(501) '));
  const soon = { channel, text: 'First of all', expiresInSeconds: 60 };
  await ask(browser, 'approval', {}, soon);
  await page.getByRole('link', { name: 'First of all' }).waitFor();

  const { seen, most } = await page.evaluate(scrollThrough, 'Last of all');
  const between = Array.from({ length: COUNT }, (_, at) => textOf(at));
  expect(seen).toEqual(['First of all', ...between, 'Last of all']);
  expect(most).toBeLessThan(MOST_DRAWN);
  // An announcement of who can be notified has all of it read again.
  const starts = reads.flatMap((url, at) => (url.includes('cursor') ? [] : [at]));
  expect(starts.length).toBeLessThanOrEqual(2);
  expect(reads.length - 1 - (starts.at(-1) ?? 0)).toBe(COUNT / 100);

  // Keys go on from the open question, wherever the list is scrolled to.
  await isInView(page, 'Last of all');
  await press(page, 'j');
  await page.getByRole('heading', { name: textOf(1) }).waitFor();
  await isInView(page, textOf(1));
  await page.keyboard.down('j');
  for (let at = 0; at < 30; at++) await page.keyboard.down('j');
  await page.keyboard.up('j');
  await page.getByRole('heading', { name: textOf(32) }).waitFor();
  await isInView(page, textOf(32));
  await press(page, 'k');
  await page.getByRole('heading', { name: textOf(31) }).waitFor();

  // A row that has the focus keeps it, and the list its place when one above leaves.
  const link = page.getByRole('link', { name: textOf(35) });
  await link.focus();
  await page.locator('.inbox-rows').evaluate((list) => {
    list.scrollTop = 60 * 300;
  });
  await isInView(page, textOf(303));
  expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
  const stayed = page.getByRole('link', { name: textOf(305) });
  const topOf = () => stayed.evaluate((one) => one.getBoundingClientRect().top);
  const before = await topOf();
  await browser.server.as.agent.delete(`/messages/${asked[20]?.id}`);
  await page.waitForFunction(() => document.title.startsWith('(501) '));
  // The browser moves the view back in its next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(await topOf()).toBeCloseTo(before, 0);

  const answered = asked[305];
  if (!answered) throw new Error('unreachable');
  await page.getByRole('link', { name: textOf(305) }).click();
  await press(page, 'a');
  expect(await answerOf(browser, answered)).toEqual({ selectedOption: 'approve' });
  await page.getByRole('heading', { name: textOf(306) }).waitFor();
  await isInView(page, textOf(306));
  expect((await titles(page)).length).toBeLessThan(MOST_DRAWN);
}, 60_000);

test("finds a question beyond the loaded pages by an option's label", async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'many' });
  await askMany(browser, channel, 120);
  const items = [{ id: 'eu', label: 'Frankfurt' }];
  const late = { channel, text: 'Where?', expiresInSeconds: 90_000 };
  await ask(browser, 'selection', { items }, late);
  const page = await browser.logIn();
  await page.getByText(/^121, /).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('frankfurt');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 121').waitFor();
  await page.getByRole('heading', { name: 'Where?' }).waitFor();
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No matching questions').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText(/^121, /).waitFor();
});
