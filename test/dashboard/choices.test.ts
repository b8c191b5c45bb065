/** Every choice can be reached and read on every screen, beside enough of the text. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { JsonObject } from '../../src/core/json.ts';
import {
  desk,
  openPath,
  phone,
  type TestBrowser,
  testBrowser,
} from '../support/browser/browser.ts';
import { answerOf, ask, isSteady, openQuestion } from '../support/browser/questions.ts';
import { chosen } from '../support/machine/sized.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterAll(() => browser[Symbol.asyncDispose]());

const sizes = [
  [1440, 900],
  [820, 1180],
  [390, 844],
  [320, 568],
  [844, 390],
] as const;

const text = Array.from({ length: 20 }, (_, at) => `Paragraph ${at} says why, at some length.`);
const long = 'and this is why it is a choice that one could take, all things considered';
const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `o${at + 1}`,
    label: at % 5 === 2 ? `Choice ${at + 1}, ${long}` : `Choice ${at + 1}`,
    ...(at === 1 ? { style: 'danger' } : {}),
  }));

const questions: [name: string, type: string, payload: JsonObject][] = [
  ...chosen([1, 2, 6, 20], (count) => count === 2 || count === 20).map(
    (count): [string, string, JsonObject] => [
      `approval of ${count}`,
      'approval',
      { options: options(count), allowComment: count % 4 === 0 },
    ],
  ),
  ['selection of 60', 'selection', { items: options(60).map(({ id, label }) => ({ id, label })) }],
  ['rating of 10', 'rating', { prompt: 'Well?', min: 1, max: 10 }],
];

/** Finds faults in the choices of the question on the page; runs in the page. */
function faultsOfChoices(): string[] {
  const buttons = [...document.querySelectorAll('.review-card [data-answers]')];
  const wrong = buttons.flatMap((button) => {
    button.scrollIntoView({ block: 'nearest' });
    const box = button.getBoundingClientRect();
    const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let at = button.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const { left, top, right, bottom } = at.getBoundingClientRect();
      seen.left = Math.max(seen.left, left);
      seen.top = Math.max(seen.top, top);
      seen.right = Math.min(seen.right, right);
      seen.bottom = Math.min(seen.bottom, bottom);
    }
    const isWide = box.left >= seen.left - 1 && box.right <= seen.right + 1;
    const height = Math.min(box.bottom, seen.bottom) - Math.max(box.top, seen.top);
    return isWide && height >= Math.min(box.height, 40) - 1
      ? []
      : [`${button.textContent?.slice(0, 20)} is cut off, ${height} px of it are left`];
  });
  for (const list of document.querySelectorAll('.review-options')) list.scrollTo(0, 0);
  return buttons.length === 0 ? ['there is none'] : wrong;
}

/** The bar of choices; runs in the page. */
function barOf() {
  const scroller = document.querySelector('.question-scroll');
  const bar = document.querySelector('.choice-bar')?.getBoundingClientRect();
  const box = scroller?.getBoundingClientRect();
  return {
    beside: scroller && bar && box ? [bar.left - box.left, scroller.clientWidth - bar.width] : null,
    above: scroller && bar ? scroller.clientHeight - bar.height : null,
  };
}

/** Whether the line below the choices says how many are out of view; runs in the page. */
function isCounted(): boolean {
  const list = document.querySelector('.review-options');
  if (!list) return false;
  const end = list.getBoundingClientRect().bottom + 1;
  const buttons = [...list.querySelectorAll('.review-option')];
  const hidden = buttons.filter((one) => one.getBoundingClientRect().bottom > end).length;
  const said = document.querySelector('.review-options-more')?.textContent ?? '';
  return said === (hidden === 0 ? '' : `${hidden} more option${hidden === 1 ? '' : 's'} ↓`);
}

test('lets every choice be reached, on a page of its own and in a conversation', async () => {
  const asked: [string, string, string][] = [];
  for (const [name, type, payload] of questions) {
    const channel = await browser.server.channel();
    const { id } = await ask(
      browser,
      type,
      { title: name, ...payload },
      { channel, text: text.join('\n\n') },
    );
    asked.push([name, id, channel.id]);
  }
  const page = await browser.logIn();
  const found: string[] = [];
  const look = async (where: string) => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      // A conversation shows its end again.
      await page.keyboard.press('End');
      await page.locator('.review-card [data-answers]').first().waitFor();
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      );
      const faults = await page.evaluate(faultsOfChoices);
      found.push(...faults.map((fault) => `${where} at ${width}×${height}: ${fault}`));
    }
  };
  for (const [name, id, channelId] of asked) {
    await openQuestion(page, id);
    await page.locator('.question .review-card [data-answers]').first().waitFor();
    await look(name);
    await openPath(page, `/c/${channelId}`);
    await page.locator('[role=log] .review-card [data-answers]').first().waitFor();
    await look(`${name} in its channel`);
  }
  expect(found).toEqual([]);
}, 120_000);

test('counts the choices out of view, leaves room for the text, and lets nothing show beside them', async () => {
  const kinds: [type: string, payload: JsonObject][] = [
    ['approval', { options: options(20), allowComment: true }],
    ['approval', { options: options(3) }],
    ['form', { fields: [{ name: 'why', type: 'text', label: 'Why' }] }],
    ['text-input', {}],
    ['selection', { items: options(40).map(({ id, label }) => ({ id, label })), mode: 'multi' }],
    [
      'diff-review',
      { files: [{ path: 'a.ts', diff: `@@ -1 +1 @@\n-old\n+${'new '.repeat(60)}` }] },
    ],
  ];
  const page = await browser.logIn('/', { viewport: phone });
  for (const [type, payload] of kinds) {
    const { id } = await ask(browser, type, payload, { text: text.join('\n\n') });
    await openQuestion(page, id);
    await page.locator('.review-options').waitFor();
    for (const [width, height] of [...sizes, [1920, 1080]] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(isCounted);
      const bar = await page.evaluate(barOf);
      const where = `${type} at ${width}×${height}`;
      expect([where, bar.beside]).toEqual([where, [0, 0]]);
      if ((bar.above ?? 0) < 120) expect([where, bar.above]).toEqual([where, 120]);
    }
  }
}, 60_000);

test('answers by the last of 20 choices in a conversation on the smallest phone', async () => {
  const channel = await browser.server.channel();
  const asked = await ask(browser, 'approval', { options: options(20) }, { channel });
  const small = { width: 320, height: 568 };
  const page = await browser.logIn(`/c/${channel.id}`, { viewport: small, hasTouch: true });
  const last = page.locator('.review-option', { hasText: 'Choice 20' });
  await isSteady(last);
  await last.tap();
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'o20' });
});

test('answers by a choice whose label is taller than the room for all of them', async () => {
  const words = [{ id: 'long', label: 'A choice of many words. '.repeat(20).trim() }, 'Short'];
  const asked = await ask(browser, 'approval', { options: words }, { text: text.join('\n\n') });
  const page = await browser.logIn('/', { viewport: { width: 568, height: 320 }, hasTouch: true });
  await openQuestion(page, asked.id);
  const button = page.locator('.review-option').first();
  await isSteady(button);
  await button.tap({ position: { x: 60, y: 20 } });
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'long' });
});

/** How far the label of a button is from its middle. */
const offCentre = (page: Page, label: string) =>
  page.locator('.review-option', { hasText: label }).evaluate((button) => {
    const middle = (one: Element | null) => {
      const { left = 0, right = 0 } = one?.getBoundingClientRect() ?? {};
      return (left + right) / 2;
    };
    return Math.abs(middle(button) - middle(button.querySelector('bdi')));
  });

test('shows one key on each button, and on a phone its label in the middle', async () => {
  const payload = {
    options: [
      { id: 'approve', label: 'Approve', style: 'primary' },
      { id: 'reject', label: 'Reject', style: 'danger' },
    ],
  };
  const { id } = await ask(browser, 'approval', payload);
  const page = await browser.logIn(`/m/${id}`, { viewport: desk });
  await page.locator('.review-option .key').first().waitFor();
  const keys = await page
    .locator('.review-option')
    .evaluateAll((all) =>
      all.map((button) =>
        [...button.querySelectorAll('.key')]
          .filter(
            (key) => !key.closest('.unseen') && key.checkVisibility({ visibilityProperty: true }),
          )
          .map(({ textContent }) => textContent),
      ),
    );
  expect(keys).toEqual([['a'], ['r']]);
  const onPhone = { viewport: phone, hasTouch: true, isMobile: true };
  const touch = await browser.logIn(`/m/${id}`, onPhone);
  for (const label of ['Approve', 'Reject']) {
    await touch.locator('.review-option', { hasText: label }).waitFor();
    expect(await offCentre(touch, label)).toBeLessThan(2);
  }
});

test("gives a phone's tabs to the text while its keyboard is up", async () => {
  const asked = await ask(browser, 'approval', { allowComment: true });
  const page = await browser.logIn('/', { viewport: phone, hasTouch: true, isMobile: true });
  await openQuestion(page, asked.id);
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await tabs.waitFor();
  await page.getByLabel('Comment for the agent').tap();
  await page.keyboard.type('Yes');
  await tabs.waitFor({ state: 'hidden' });
  const button = page.locator('.review-option', { hasText: 'Approve' });
  await isSteady(button);
  await button.tap();
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'approve', comment: 'Yes' });
  await tabs.waitFor();
});
