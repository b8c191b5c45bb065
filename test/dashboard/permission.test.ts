/** A permission on its page and on the page of a decision link: all of its input, and an edited one. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { decisionLink } from '../../scripts/demo/decision-link.ts';
import { partsOf } from '../../src/core/letters.ts';
import type { Contact } from '../../src/core/notify/schema.ts';
import { accessFaults, phone, type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, openQuestion, press } from '../support/browser/questions.ts';
import { confirmOver } from '../support/reach/confirming.ts';

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await testBrowser({ ntfyUrl: 'http://127.0.0.1:1' });
  page = await browser.logIn();
});
afterAll(() => browser[Symbol.asyncDispose]());

const type = 'permission';
const choices = [{ id: 'always', label: 'Always allow rm' }];
const bash = { tool: 'Bash', input: { command: 'rm -rf build', timeout: 5 }, choices };

/** Opens a question again once the page has gone on from its answer. */
async function reopen(id: string): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname !== `/m/${id}`);
  await openQuestion(page, id);
}

test('allows by one key, and what outlives the question by two', async () => {
  const one = await ask(browser, type, bash);
  await openQuestion(page, one.id);
  await press(page, 'a');
  expect(await answerOf(browser, one)).toEqual({ decision: 'allow' });
  const other = await ask(browser, type, bash);
  await openQuestion(page, other.id);
  await press(page, '3');
  await page.locator('[data-armed="sure"]', { hasText: 'Always allow rm' }).waitFor();
  await press(page, '3');
  expect(await answerOf(browser, other)).toEqual({ decision: 'allow', choice: 'always' });
});

test('denies with a message, which the answered question shows', async () => {
  const asked = await ask(browser, type, bash);
  await openQuestion(page, asked.id);
  await press(page, 'c');
  await page.keyboard.type('Only the cache');
  await page.keyboard.press('Escape');
  await press(page, 'r');
  expect(await answerOf(browser, asked)).toEqual({ decision: 'deny', message: 'Only the cache' });
  await reopen(asked.id);
  await page.locator('.review-settled', { hasText: '“Only the cache”' }).waitFor();
});

test('sends an input that was edited by a letter, and shows the difference before and after', async () => {
  const asked = await ask(browser, type, { ...bash, editable: true });
  await openQuestion(page, asked.id);
  await press(page, 'i');
  await page.getByLabel('timeout').fill('5x');
  await page.getByText('Enter valid JSON').waitFor();
  await page.getByLabel('timeout').fill('5');
  await page.getByLabel('command').fill('rm -rf builb');
  const difference = page.locator('.permission-editor .subject-text');
  await difference.waitFor();
  expect(await difference.textContent()).toBe('-rm -rf build\n+rm -rf builb\n');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Allow, with your changes' }).first().waitFor();
  await press(page, 'a');
  const input = { command: 'rm -rf builb', timeout: 5 };
  expect(await answerOf(browser, asked)).toEqual({ decision: 'allow', input, edited: true });
  await reopen(asked.id);
  await page.locator('.review-settled .subject-run[data-kind="added"]').waitFor();
  expect(await accessFaults(page)).toEqual([]);
});

const command = [
  'echo `id` __init__ [a](b) # x',
  'rm \u202etxt \u001b[31m b\u200dc',
  '\n'.repeat(38),
  'rm -rf /',
].join('\n');
/** Names of hidden letters are drawn apart. */
const drawn = (text: string) =>
  partsOf(text)
    .map((part) => (typeof part === 'string' ? part : part.hidden))
    .join('');
const LINES = [...command.split('\n').slice(0, 2).map(drawn), '[39 empty lines]', 'rm -rf /'];

test('shows every letter of an input above the words of its agent, here and by a link', async () => {
  const payload = { tool: 'Bash', input: { command, half: '\ud83d' }, preview: 'Lists **files**' };
  const asked = await ask(browser, type, payload, { text: 'Only looks' });
  await openQuestion(page, asked.id);
  const here = page.locator('.question-page');
  const { as, data } = browser.server;
  const { body: contact } = await as.owner.post<Contact>('/contacts', {
    kind: 'ntfy',
    address: 'phone',
  });
  await confirmOver(browser.server, contact.id);
  const linked = await browser.page({ viewport: phone });
  await linked.goto(`/decide#${await decisionLink(data, contact.id, asked, 0)}`);
  await linked.getByRole('button', { name: 'Allow' }).waitFor();
  for (const view of [here, linked.locator('#decide')]) {
    const text = (await view.textContent()) ?? '';
    const parts = [...LINES, '\\ud83d', 'The agent says:', 'Lists files', 'Only looks'];
    const places = parts.map((part) => text.lastIndexOf(part));
    expect(places.every((place) => place > 0)).toBeTrue();
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
  await linked.getByRole('button', { name: 'Allow' }).click();
  expect(await answerOf(browser, asked)).toEqual({ decision: 'allow' });
});

test('draws an input of 200 KiB to its end, and answers keys while it is edited', async () => {
  const input = { command: `${'y'.repeat(200_000)} END` };
  const asked = await ask(browser, type, { tool: 'Bash', input, editable: true });
  await openQuestion(page, asked.id);
  const text = page.locator('.question-body .subject-text');
  await text.waitFor();
  expect((await text.textContent())?.endsWith('y END')).toBeTrue();
  await press(page, 'i');
  const field = page.getByLabel('command');
  await field.press('End');
  await field.press('!');
  await page.getByRole('button', { name: 'Allow, with your changes' }).waitFor();
  await page.keyboard.press('Escape');
  await press(page, 'a');
  const response = await answerOf(browser, asked);
  expect(response).toMatchObject({ decision: 'allow', edited: true });
});

test('shows a plan as Markdown, with its source one press away', async () => {
  const asked = await ask(browser, type, { tool: 'Plan', input: { plan: '# Move\n\n**Now**' } });
  await openQuestion(page, asked.id);
  await page.getByRole('heading', { name: 'Move', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByText('**Now**').waitFor();
});
