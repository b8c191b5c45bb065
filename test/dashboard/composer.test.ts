import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Message, MessagePage } from '../../src/core/messages/schema.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import type { TestServer } from '../support/server/server.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Write to' });

const sent = async (server: TestServer, channelId: string): Promise<Message[]> =>
  (
    await server.as.owner.get<ReturnType<typeof MessagePage.parse>>(
      `/messages?channel=${channelId}`,
    )
  ).body.data;

test('sends on Enter, breaks the line on Shift+Enter, and previews Markdown', async () => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  const page = await browser.logIn(`/c/${channelId}`);
  await field(page).fill('Please **wait**.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor();
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await field(page).press('End');
  await field(page).press('Shift+Enter');
  await field(page).pressSequentially('Until noon.');
  await Promise.all([page.waitForResponse('**/api/v1/messages'), field(page).press('Enter')]);
  await page.getByRole('log').getByText('Until noon.').waitFor();
  expect(await field(page).inputValue()).toBe('');
  const [message] = await sent(browser.server, channelId);
  expect(message?.text).toBe('Please **wait**.\nUntil noon.');
});

test('keeps unsent text and files over a reload', async () => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  const page = await browser.logIn(`/c/${channelId}`);
  await field(page).fill('Half a thought');
  await page.setInputFiles('input[type="file"]', file('notes.txt', 'text'));
  await page.getByLabel('Remove notes.txt').waitFor();
  await page.reload();
  await page.getByLabel('Remove notes.txt').waitFor();
  expect(await field(page).inputValue()).toBe('Half a thought');
  await Promise.all([page.waitForResponse('**/api/v1/messages'), field(page).press('Enter')]);
  await page.getByRole('list', { name: 'Attachments' }).getByText('notes.txt').first().waitFor();
  const [message] = await sent(browser.server, channelId);
  expect(message?.attachments.map(({ filename }) => filename)).toEqual(['notes.txt']);
});

test('attaches dropped and pasted files to the message', async () => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel();
  const page = await browser.logIn(`/c/${channelId}`);
  await field(page).waitFor();
  await give(page, 'drop', '.channel', 'dropped.txt');
  await give(page, 'paste', '.composer-field textarea >> nth=0', 'pasted.txt');
  await page.getByLabel('Remove dropped.txt').waitFor();
  await page.getByLabel('Remove pasted.txt').waitFor();
  await page.getByLabel('Remove pasted.txt').click();
  await Promise.all([
    page.waitForResponse('**/api/v1/messages'),
    page.getByRole('button', { name: 'Send' }).click(),
  ]);
  await page.getByRole('list', { name: 'Attachments' }).getByText('dropped.txt').first().waitFor();
  const [message] = await sent(browser.server, channelId);
  expect(message?.attachments.map(({ filename }) => filename)).toEqual(['dropped.txt']);
  expect(message?.text).toBeNull();
});

test("refuses an oversized file in the server's words, and cancels an upload", async () => {
  await using browser = await testBrowser({ maxFileSize: '1KiB' });
  const { id: channelId } = await browser.server.channel();
  const page = await browser.logIn(`/c/${channelId}`);
  const directory = temporaryDirectory();
  const big = join(directory, 'big.txt');
  await Bun.write(big, 'x'.repeat(8_000_000));
  await page.setInputFiles('input[type="file"]', big);
  await page.getByRole('alert').getByText('A file must not exceed').waitFor();
  await page.getByLabel('Cancel big.txt').click();
  await page.getByText('big.txt').waitFor({ state: 'detached' });

  await page.route('**/files/store', () => {});
  await page.setInputFiles('input[type="file"]', file('slow.txt', 'x'));
  await page.getByRole('progressbar', { name: 'Sending slow.txt' }).waitFor({ state: 'attached' });
  await page.getByLabel('Cancel slow.txt').click();
  await page.getByText('slow.txt').waitFor({ state: 'detached' });
  removeDirectory(directory);
});

test('shows why a message was not sent, and sends it once over several retries', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: channelId } = await server.channel();
  const page = await browser.logIn(`/c/${channelId}`);
  await field(page).waitFor();
  // The message arrives, but its answer never does.
  const { promise: isLost, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/messages', async (route) => {
    await route.fetch();
    await route.abort();
    resolve();
  });
  await field(page).fill('Once only');
  await field(page).press('Enter');
  await isLost;
  const [once] = await sent(server, channelId);
  await page.locator(`#message-${once?.id}`).getByText('Once only').waitFor();
  // The server has it: nothing is left to send again.
  await page.waitForFunction(() => !Object.keys(localStorage).join().includes(' messages '));
  await page.unroute('**/api/v1/messages');
  await page.context().setOffline(true);
  await field(page).fill('While offline');
  await field(page).press('Enter');
  await page.getByText(/Not sent: The inbox does not answer/).waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await page.getByText(/Not sent/).waitFor();
  await Promise.all([
    page.waitForResponse('**/api/v1/messages'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ]);
  await page.getByText(/Not sent/).waitFor({ state: 'detached' });
  const texts = (await sent(server, channelId)).map(({ text }) => text);
  expect(texts).toEqual(['While offline', 'Once only']);
  expect(await page.getByRole('log').locator('article').count()).toBe(2);
});

const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

/** Does as a browser when a file is dropped or pasted. */
const give = (page: Page, how: 'drop' | 'paste', selector: string, name: string) =>
  page.locator(selector).evaluate(
    (element, given) => {
      const data = new DataTransfer();
      data.items.add(new File(['text'], given.name, { type: 'text/plain' }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.how === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    { how, name },
  );
