/** Answers that can be undone for a moment after the press. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import { phone, type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isReady, openQuestion, press } from '../support/browser/questions.ts';

const trace = (page: Page) => page.locator('.trace');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

async function askMany(browser: TestBrowser, ...texts: string[]): Promise<Message[]> {
  const asked: Message[] = [];
  for (const [at, text] of texts.entries()) {
    const payload = { allowComment: true };
    asked.push(await ask(browser, 'approval', payload, { text, expiresInSeconds: 600 + at }));
  }
  return asked;
}

/** The answers that reached the server, by request. */
function watchSent(page: Page) {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/respond')) sent.push(request.url().split('/').at(-2) ?? '');
  });
  return sent;
}

async function pendingOf({ server }: TestBrowser): Promise<(string | null)[]> {
  const { body } = await server.as.owner.get<Message[]>('/reviews/pending');
  return body.map(({ text }) => text);
}

test('undoes an answer on z before any agent sees it, and restores the comment', async () => {
  await using browser = await testBrowser();
  const [first] = await askMany(browser, 'First?', 'Second?');
  if (!first) throw new Error('There are two');
  const page = await browser.logIn('/', { withUndo: true });
  const sent = watchSent(page);
  // Each was asked in a channel of its own; what is answered counts nowhere, sent or not.
  const counts = page.locator('.nav-count');
  await counts.nth(1).waitFor();
  await press(page, 'c');
  await page.keyboard.type('because');
  await page.keyboard.press('Escape');
  const path = `/reviews/${first.id}/wait?channel=${first.channelId}&timeout=7000`;
  const waiting = browser.server.as.agent.get<{ status: string }>(path);
  await press(page, '1');
  await heading(page, 'Second?').waitFor();
  await trace(page).getByText('Approve · First?').waitFor();
  await page.getByText('Approve: First? Press z to undo.').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'First?' }).waitFor({ state: 'detached' });
  expect(await counts.count()).toBe(1);
  await page.keyboard.press('z');
  await heading(page, 'First?').waitFor();
  expect(await page.getByLabel('Comment for the agent').inputValue()).toBe('because');
  await page.getByRole('link', { name: 'First?' }).waitFor();
  expect((await waiting).body.status).not.toBe('completed');
  expect(sent).toEqual([]);
  expect(await pendingOf(browser)).toEqual(['First?', 'Second?']);
});

test('undoes an answer whose key turns out to begin a typed word', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/', { withUndo: true });
  const sent = watchSent(page);
  const type = () =>
    page.evaluate(async () => {
      let last = 0;
      const from = performance.now();
      for (const key of ['a', 'q', 'w']) {
        await new Promise((done) => setTimeout(done, last === 0 ? 0 : 200));
        const how = { key, code: `Key${key.toUpperCase()}`, bubbles: true };
        const down = new KeyboardEvent('keydown', how);
        last = down.timeStamp;
        document.activeElement?.dispatchEvent(down);
        document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', how));
      }
      return last - from;
    });
  // On a busy machine the letters may arrive too late to count as text.
  let took = Number.POSITIVE_INFINITY;
  for (let tries = 0; took > 590 && tries < 10; tries += 1) {
    const [first] = await askMany(browser, `First ${tries}?`, `Second ${tries}?`);
    if (!first) throw new Error('There are two');
    await openQuestion(page, first.id);
    await isReady(page);
    took = await type();
    // Within the same time `z` would belong to the letters.
    if (took > 590) await Bun.sleep(600).then(() => press(page, 'z'));
  }
  await page.getByText('Keys ignored: that looked like typing.').waitFor();
  await page.getByRole('heading', { name: /^First/ }).waitFor();
  await trace(page).getByText('Approve').waitFor({ state: 'detached' });
  expect(sent).toEqual([]);
});

test("undoes on a tap, with the line above a phone's tab bar", async () => {
  await using browser = await testBrowser();
  await askMany(browser, 'First?', 'Second?');
  const page = await browser.logIn('/', { withUndo: true, viewport: phone });
  await page.getByRole('link', { name: 'First?' }).click();
  await press(page, '1');
  await heading(page, 'Second?').waitFor();
  const line = await trace(page).boundingBox();
  const bar = await page.locator('.bottom-bar').boundingBox();
  if (!line || !bar) throw new Error('Both are shown');
  expect(line.y + line.height).toBeLessThanOrEqual(bar.y + 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await heading(page, 'First?').waitFor();
  expect(await pendingOf(browser)).toEqual(['First?', 'Second?']);
});

test('undoes the last 3 answers one by one, but not an older one', async () => {
  await using browser = await testBrowser();
  const [one] = await askMany(browser, 'One?', 'Two?', 'Three?', 'Four?', 'Five?');
  if (!one) throw new Error('There are five');
  const page = await browser.logIn('/', { withUndo: true });
  for (const next of ['Two?', 'Three?', 'Four?', 'Five?']) {
    await press(page, '1');
    await heading(page, next).waitFor();
  }
  expect(await answerOf(browser, one)).toEqual({ selectedOption: 'approve' });
  for (const back of ['Four?', 'Three?', 'Two?']) {
    await page.keyboard.press('z');
    await heading(page, back).waitFor();
  }
  await page.keyboard.press('z');
  expect(await pendingOf(browser)).toEqual(['Two?', 'Three?', 'Four?', 'Five?']);
});

test('sends an answer once at the end of its countdown and says so', async () => {
  await using browser = await testBrowser();
  const [first] = await askMany(browser, 'First?', 'Second?');
  if (!first) throw new Error('There are two');
  const page = await browser.logIn('/', { withUndo: true });
  const sent = watchSent(page);
  await press(page, '1');
  await trace(page).getByText('Approve · First?').waitFor();
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
  await trace(page).getByText('Saved: Approve · First?').waitFor();
  await page.keyboard.press('z');
  await heading(page, 'Second?').waitFor();
  expect(sent).toEqual([first.id]);
});

test('undoes nothing on a letter typed into a field', async () => {
  await using browser = await testBrowser();
  const [first] = await askMany(browser, 'First?', 'Second?');
  if (!first) throw new Error('There are two');
  const page = await browser.logIn('/', { withUndo: true });
  await press(page, '1');
  await heading(page, 'Second?').waitFor();
  await press(page, 'c');
  await page.keyboard.type('zz');
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
});

test('sends pending answers once when the page reloads', async () => {
  await using browser = await testBrowser();
  const [first] = await askMany(browser, 'First?', 'Second?');
  if (!first) throw new Error('There are two');
  const page = await browser.logIn('/', { withUndo: true });
  await press(page, '1');
  await heading(page, 'Second?').waitFor();
  await page.reload();
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
  await page.getByRole('link', { name: 'Second?' }).waitFor();
  await page.waitForFunction(() => !Object.keys(localStorage).join().includes(' answer '));
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('sends pending answers when the page closes', async () => {
  await using browser = await testBrowser();
  const [first] = await askMany(browser, 'First?', 'Second?');
  if (!first) throw new Error('There are two');
  const page = await browser.logIn('/', { withUndo: true });
  await press(page, '1');
  await heading(page, 'Second?').waitFor();
  await page.close({ runBeforeUnload: true });
  expect(await answerOf(browser, first)).toEqual({ selectedOption: 'approve' });
});

test('offers 0, 3, 5 and 10 seconds, and sends without a countdown for 0', async () => {
  await using browser = await testBrowser();
  const [first] = await askMany(browser, 'First?', 'Second?');
  if (!first) throw new Error('There are two');
  const page = await browser.logIn('/settings/appearance', { withUndo: true });
  const choice = page.getByRole('radio', { name: '5 seconds' });
  await choice.waitFor();
  expect(await choice.isChecked()).toBe(true);
  for (const name of ['3 seconds', '10 seconds', 'Send immediately']) {
    await page.getByRole('radio', { name }).check();
  }
  await page.goto('/');
  await Promise.all([page.waitForResponse('**/respond'), press(page, '1')]);
  await trace(page).getByText('Saved: Approve · First?').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('neither delays nor stores an answer with a password', async () => {
  await using browser = await testBrowser();
  const fields = [{ name: 'code', label: 'Code', type: 'password', required: true }];
  const asked = await ask(browser, 'form', { fields });
  await askMany(browser, 'Next?');
  const page = await browser.logIn(`/m/${asked.id}`, { withUndo: true });
  await page.getByText('your answer is sent immediately').waitFor();
  await page.locator('.review-card[data-ready]').waitFor();
  await page.getByLabel('Code').fill('secret-word');
  await page.route('**/respond', (route) => route.abort());
  await press(page, 'Control+Enter');
  await page.getByRole('alert').getByText("Can't reach the inbox").waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('secret');
  await page.unroute('**/respond');
  await Promise.all([page.waitForResponse('**/respond'), press(page, 'Control+Enter')]);
  await heading(page, 'Next?').waitFor();
});

test('sends an answer 2 seconds before its question expires', async () => {
  await using browser = await testBrowser();
  await askMany(browser, 'Next?');
  const page = await browser.logIn('/', { withUndo: true });
  await isReady(page);
  const asked = await ask(browser, 'approval', {}, { text: 'Brief?', expiresInSeconds: 6 });
  await openQuestion(page, asked.id);
  await press(page, '1');
  await trace(page).getByText('Approve · Brief?').waitFor();
  expect(await answerOf(browser, asked)).toEqual({ selectedOption: 'approve' });
});

test('returns on Back to the answered question with its Undo', async () => {
  await using browser = await testBrowser();
  await askMany(browser, 'First?', 'Second?');
  const page = await browser.logIn('/answered', { withUndo: true });
  await page.getByRole('link', { name: /Pending/ }).click();
  await heading(page, 'First?').waitFor();
  await press(page, '1');
  await heading(page, 'Second?').waitFor();
  await page.waitForFunction(() => document.title === '(1) Second? · Inbox');
  await page.goBack();
  await heading(page, 'First?').waitFor();
  await page.locator('.chosen').getByText('You chose: Approve').waitFor();
  await page.locator('.chosen').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
});

test("shows what was done and today's count after the last answer", async () => {
  await using browser = await testBrowser();
  await askMany(browser, 'First?', 'Last?');
  const page = await browser.logIn('/', { withUndo: true });
  for (const after of ['Last?', "You're all caught up"]) {
    await press(page, '1');
    await heading(page, after).waitFor();
  }
  await trace(page).getByText('Approve · Last?').waitFor();
  await page.getByText('2 answered today').waitFor();
  await trace(page).getByText('Saved: Approve · Last?').waitFor();
});

test('undoes an answer in its conversation', async () => {
  await using browser = await testBrowser();
  const asked = await ask(browser, 'approval', {}, { text: 'Deploy?' });
  const page = await browser.logIn(`/c/${asked.channelId}`, { withUndo: true });
  await page.locator('.review-card[data-ready], .review-card').first().waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.locator('.chosen').getByText('You chose: Approve').waitFor();
  await page.keyboard.press('z');
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/c/${asked.channelId}`);
  expect(await pendingOf(browser)).toEqual(['Deploy?']);
});
