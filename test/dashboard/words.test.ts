/** A word that is typed beside a field does nothing, whatever its letters are for. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { testBrowser } from '../support/browser/browser.ts';
import { key as keyPress, pressesAtOnce, types } from '../support/browser/hand.ts';
import { ask, isReady, openQuestion, storeFile } from '../support/browser/questions.ts';

const SILENCE_MS = 650;

/** The parts of a page that a key can change. */
const state = async (page: Page) => ({
  history: await page.evaluate(() => history.length),
  path: page.url(),
  dialogs: await page.getByRole('dialog').count(),
  marked: await page.getByRole('checkbox', { checked: true }).count(),
  unread: await page.locator('.inbox-row[data-unread]').count(),
  focus: await page.evaluate(() => document.activeElement?.tagName),
  pending: await page.locator('.inbox-row').allInnerTexts(),
});

test('does nothing for words whose letters open, mark, undo, answer and leave', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const file = new File(['text'], 'a.txt', { type: 'text/plain' });
  for (const text of ['One?', 'Two?', 'Three?', 'Four?']) {
    const attachmentIds = [await storeFile(browser, channel.id, file)];
    await ask(browser, 'approval', {}, { channel, text, attachmentIds });
  }
  const page = await browser.logIn();
  await isReady(page);
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Two?' }).waitFor();
  await page.waitForResponse('**/seen');
  await Bun.sleep(SILENCE_MS);
  const before = await state(page);
  const note = page.getByText('Keys ignored: that looked like typing.');
  for (const word of ['please approve', 'undo that', 'view each', 'just?1']) {
    await pressesAtOnce(page, ...[...word].map((letter) => keyPress(letter)), keyPress('Enter'));
    await note.waitFor();
    await Bun.sleep(SILENCE_MS);
    expect([word, await state(page)]).toEqual([word, before]);
  }
  // At the pace of a slow hand the first letters have done something before it is a word.
  for (const word of ['open', 'jump', '?why', 'gsix', 'extra']) {
    await types(page, word, 200);
    await Bun.sleep(SILENCE_MS);
    expect([word, (await state(page)).path]).toEqual([word, before.path]);
  }
  await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
  expect((await state(page)).marked).toBe(0);
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Three?' }).waitFor();
});

test('does nothing for the rest of a comment whose field is gone as another person answered', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const asked = [];
  for (const text of ['First?', 'Second?', 'Third?']) {
    const payload = { allowComment: true };
    asked.push(await ask(browser, 'approval', payload, { channel, text }));
  }
  const [first, second] = asked;
  if (!first || !second) throw new Error('There are three');
  const page = await browser.logIn();
  await openQuestion(page, first.id);
  await isReady(page);
  await page.keyboard.press('c');
  await page.keyboard.type('as we sa');
  const response = { selectedOption: 'reject' };
  await browser.server.as.owner.post(`/reviews/${first.id}/respond`, { response });
  await page.getByRole('textbox', { name: 'Comment for the agent' }).waitFor({ state: 'detached' });
  const path = page.url();
  for (const letter of ['j', 'o', ' ', 'a', '1', 'j', 'Enter']) await page.keyboard.press(letter);
  await Bun.sleep(SILENCE_MS);
  expect(page.url()).toBe(path);
  const { body } = await browser.server.as.owner.get<unknown[]>('/reviews/pending');
  expect(body.length).toBe(2);
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Second?' }).waitFor();
});

test('moves on by the place of a key where the layout has no Latin letters', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  for (const text of ['One?', 'Two?', 'Three?']) {
    await ask(browser, 'approval', {}, { channel, text });
  }
  const page = await browser.logIn();
  await isReady(page);
  const press = (key: string, code: string) =>
    page.evaluate(
      (how) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...how, bubbles: true })),
      { key, code },
    );
  await press('о', 'KeyJ');
  await page.getByRole('heading', { name: 'Two?' }).waitFor();
  await press('ξ', 'KeyJ');
  await page.getByRole('heading', { name: 'Three?' }).waitFor();
  await press('ل', 'KeyG');
  await press('ي', 'KeyD');
  await page.waitForURL('**/answered');
});
