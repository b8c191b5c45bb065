/** Events that come while a response of the server is on its way are newer than the response. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type TestBrowser, testBrowser } from '../support/browser/browser.ts';
import { scrollBy, scrollUntil, sendMany } from '../support/browser/conversation.ts';
import { isLive, receives } from '../support/browser/frames.ts';
import { holdLive, holdNext } from '../support/browser/held.ts';
import { ask, press } from '../support/browser/questions.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';

const pending = '**/reviews/pending*';

/** A page that reads the list again as it is connected again, and does not have the answer yet. */
async function readingAgain(browser: TestBrowser, heading: string) {
  const page = await browser.logIn('/');
  await isLive(page);
  await page.getByRole('heading', { name: heading }).waitFor();
  const held = await holdNext(page, pending);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await held.answered;
  // While it is not, it keeps answers until later, and shows their questions.
  await receives(page, '"live"', 2);
  return { page, held };
}

/** A page with a conversation of this many messages, which has no connection yet. */
async function unreceived(browser: TestBrowser, count: number) {
  const { id: channelId } = await browser.server.channel();
  const ids = await sendMany(browser.server, channelId, count);
  const page = await browser.logIn('/health');
  const connection = await holdLive(page);
  await page.goto(`/c/${channelId}`);
  await page.getByText(`Message ${count - 1}.`).waitFor();
  return { page, connection, channelId, ids };
}

/** Lets a page connect; resolves once it has received the missed events. */
async function catchUp(page: Page, connection: { release: () => void }): Promise<void> {
  connection.release();
  await receives(page, '"live"');
}

test('shows a question that arrives while the list is loaded again', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', {}, { text: 'Open?' });
  const { page, held } = await readingAgain(browser, 'Open?');
  await ask(browser, 'approval', {}, { text: 'Sooner?', expiresInSeconds: 60 });
  await receives(page, 'Sooner?');
  await held.release();
  await page.getByRole('link', { name: 'Sooner?' }).waitFor();
});

test('shows a question that arrives after the first load and before the connection', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/nowhere');
  const connection = await holdLive(page);
  const held = await holdNext(page, pending);
  await page.goto('/');
  await held.answered;
  await ask(browser, 'approval', {}, { text: 'Unheard?' });
  connection.release();
  await receives(page, '"live"');
  await held.release();
  await page.getByRole('heading', { name: 'Unheard?' }).waitFor();
});

test('hides a question that is answered while the list is loaded', async () => {
  await using browser = await testBrowser();
  await ask(browser, 'approval', {}, { text: 'Open?', expiresInSeconds: 60 });
  await ask(browser, 'approval', {}, { text: 'Later?' });
  const { page, held } = await readingAgain(browser, 'Open?');
  const sent = Promise.withResolvers<void>();
  await page.route('**/respond', (route) => sent.promise.then(() => route.continue()));
  await press(page, '1');
  await page.getByRole('heading', { name: 'Later?' }).waitFor();
  await held.release();
  await ask(browser, 'approval', {}, { text: 'Last?' });
  await page.getByRole('link', { name: 'Last?' }).waitFor();
  expect(await page.getByText(/ · Approval$/).count()).toBe(2);
  sent.resolve();
  await page.getByText('Saved: Approve · Open?').waitFor();
});

test('shows and counts a message that arrives after the first load and before the connection', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { page, connection, channelId } = await unreceived(browser, 60);
  await page.locator('.channel-scroller').hover();
  await page.mouse.wheel(0, -900);
  await page.getByRole('button', { name: 'Newest' }).waitFor();
  await server.as.agent.post('/messages', { channelId, text: 'Unheard.' });
  connection.release();
  await page.getByRole('button', { name: '1 new' }).click();
  await page.getByText('Unheard.').waitFor();
});

test("shows a webhook failure that arrives before the message's response", async () => {
  await using receiver = testReceiver(() => 503);
  await using browser = await testBrowser({ webhookAllow: '127.0.0.1' });
  const { id: channelId } = await browser.server.channel({ webhookUrl: receiver.url });
  const page = await browser.logIn(`/c/${channelId}`);
  await isLive(page);
  const held = await holdNext(page, '**/api/v1/messages');
  await page.getByLabel('Write to').fill('Hold it.');
  await page.keyboard.press('Enter');
  await held.answered;
  await receives(page, 'message:delivery');
  await held.release();
  await page.getByText('Sending').waitFor({ state: 'detached' });
  await page.getByText(/failed \(503\), next attempt in/).waitFor();
});

test('hides a message that is retracted while its page is loaded', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { page, connection, ids } = await unreceived(browser, 300);
  await catchUp(page, connection);
  const held = await holdNext(page, /cursor=/);
  const scrolling = scrollUntil(page, -600, ids[0]);
  const { data } = await (await held.answered).json();
  const [{ id: gone }] = data;
  await server.as.agent.delete(`/messages/${gone}`);
  await receives(page, 'message:deleted');
  await held.release();
  const seen = await scrolling;
  expect(ids.filter((id) => !seen.has(id))).toEqual([gone]);
});

test('shows a message that arrives while the newest page is loaded as the last', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: channelId } = await server.channel();
  const ids = await sendMany(server, channelId, 300);
  const page = await browser.logIn('/health');
  const connection = await holdLive(page);
  await page.goto(`/c/${channelId}?m=${ids[0]}`);
  await page.getByText('Message 0.').waitFor();
  await catchUp(page, connection);
  const held = await holdNext(page, new RegExp(`limit=50&.*after=${ids[250]}`));
  const scrolling = scrollUntil(page, 600, ids.at(-1));
  await held.answered;
  await server.as.agent.post('/messages', { channelId, text: 'Just now.' });
  await receives(page, 'Just now.');
  await held.release();
  await scrolling;
  await scrollBy(page, 600);
  await page.getByText('Just now.').waitFor();
});

test('loads older deliveries even if events refetch the list at the same time', async () => {
  await using receiver = testReceiver();
  await using browser = await testBrowser({ webhookAllow: '127.0.0.1' });
  const { id: channelId } = await browser.server.channel({ webhookUrl: receiver.url });
  const { owner } = browser.server.as;
  for (let at = 0; at < 35; at++) await owner.post('/messages', { channelId, text: 'Go' });
  await receiver.has(35);
  const page = await browser.logIn('/activity/deliveries');
  const held = await holdNext(page, /deliveries\?.*before=/);
  await page.getByRole('button', { name: 'Show older' }).click();
  await held.answered;
  await owner.post('/messages', { channelId, text: 'Meanwhile' });
  await receiver.has(36);
  await receives(page, 'message:delivery');
  // Events are collected for a moment before the list is read.
  await page.waitForTimeout(500);
  await held.release();
  await page.locator('.delivery').nth(35).waitFor();
});
