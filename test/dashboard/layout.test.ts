/** A question can be read and answered at every size, without looking for its choices. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { layoutFaults } from '../../scripts/screens/faults.ts';
import { phone, type TestBrowser, testBrowser } from '../support/browser.ts';
import { ask, openQuestion } from '../support/questions.ts';

const sizes = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [820, 1180],
  [760, 900],
  [390, 844],
  [844, 390],
] as const;

const long = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} says why, at some length.`);
const options = [
  { id: 'go', label: 'Deploy now', style: 'primary' },
  { id: 'wait', label: 'Wait until 13:00, when there is hardly any traffic' },
  { id: 'no', label: 'Reject', style: 'danger' },
];
const lines = Array.from({ length: 80 }, (_, at) => `+ line ${at}`).join('\n');
const fields = [
  { name: 'reason', type: 'text', label: 'Reason', required: true },
  { name: 'note', type: 'textarea', label: 'Note' },
];
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `o${at}`, label: `The choice number ${at}` }));

/** Each kind, where its choices were below the fold. */
const kinds: Record<string, [type: string, payload: object]> = {
  approval: ['approval', { options, allowComment: true }],
  'approval of twelve': ['approval', { options: many(12), allowComment: true }],
  selection: ['selection', { mode: 'multi', items: many(40) }],
  form: ['form', { fields }],
  text: ['text-input', { prefill: long.join('\n') }],
  freeform: ['freeform', {}],
  rating: ['rating', { prompt: 'How good is it?', min: 1, max: 10 }],
  diff: ['diff-review', { files: [{ path: 'src/a.ts', diff: `@@ -1,1 +1,80 @@\n${lines}` }] }],
};

const at = (page: Page, [width, height]: readonly [number, number]) =>
  page.setViewportSize({ width, height });

async function askAll(browser: TestBrowser) {
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  const text = `${long.join('\n\n')}\n\n- [ ] a task`;
  const asked: [string, string][] = [];
  for (const [name, [type, payload]] of Object.entries(kinds)) {
    const more = { channel, text, status: 'warning' };
    asked.push([name, (await ask(browser, type, { title: name, ...payload }, more)).id]);
  }
  return { channel, asked };
}

test('the choices of every kind are in view at every size, and the document never scrolls', async () => {
  await using browser = await testBrowser();
  const { asked } = await askAll(browser);
  const page = await browser.logIn();
  const found: string[] = [];
  for (const [name, id] of asked) {
    await openQuestion(page, id);
    await page.locator('.choice-bar .review-option').first().waitFor();
    for (const size of sizes) {
      await at(page, size);
      await page.locator('.question .choice-bar').waitFor();
      const faults = await layoutFaults(page);
      found.push(...faults.map((fault) => `${name} at ${size.join('×')}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
}, 60_000);

test('the question has 440 px and more beside the list, and all of a low or narrow window', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', { title: 'Deploy?' });
  const page = await browser.logIn();
  await page.locator('.question .choice-bar').waitFor();
  const found: number[][] = [];
  for (const size of sizes) {
    await at(page, size);
    await page.locator('.question').waitFor();
    const widths = await page.evaluate(() =>
      ['.question', '.inbox-list'].map((part) =>
        Math.round(document.querySelector(part)?.getBoundingClientRect().width ?? 0),
      ),
    );
    found.push([size[0], ...widths]);
  }
  const isAlone = (width: number) => width === 390 || width === 844;
  expect(found.filter(([width = 0]) => isAlone(width))).toEqual([
    [390, 390, 0],
    [844, 844, 0],
  ]);
  for (const [width = 0, question, list] of found) {
    if (isAlone(width)) continue;
    expect(question).toBeGreaterThanOrEqual(440);
    expect(list).toBeGreaterThanOrEqual(260);
  }
});

test('a bar over a long text says how much is below, and no more at its end', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', { title: 'Deploy?' }, { text: long.join('\n\n') });
  const page = await browser.logIn();
  const more = page.locator('.choice-more');
  await more.filter({ hasText: /^\d+ more screens ↓$/ }).waitFor();
  await page.keyboard.press('End');
  await page.locator('.question-scroll').evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await more.waitFor({ state: 'detached' });
});

test('a comment grows to no more than 40 % of its question', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', { title: 'Deploy?', allowComment: true });
  const page = await browser.logIn('/', { viewport: phone });
  await page.getByRole('link', { name: 'Deploy?' }).click();
  const field = page.getByLabel('Comment for the agent');
  const height = async () => (await field.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(34);
  await field.fill(long.join('\n'));
  const whole = (await page.locator('.question-scroll').boundingBox())?.height ?? 0;
  expect(await height()).toBeGreaterThan(100);
  expect(await height()).toBeLessThanOrEqual(whole * 0.4 + 1);
  expect(await layoutFaults(page)).toEqual([]);
});
