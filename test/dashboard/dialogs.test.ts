import { expect, test } from 'bun:test';
import { search, testBrowser } from '../support/browser/browser.ts';
import { ask, isReady, openQuestion, press, storeFile } from '../support/browser/questions.ts';

/** Within this time the choice is sent; Escape would undo it. */
const SENT_MS = 500;

test('makes the page inert behind an open file', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const files = [new File(['one'], 'one.txt'), new File(['two'], 'two.txt')];
  const attachmentIds = await Promise.all(
    files.map((file) => storeFile(browser, channel.id, file)),
  );
  const asked = await ask(browser, 'approval', {}, { channel, attachmentIds });
  const page = await browser.logIn(`/m/${asked.id}`);
  await press(page, 'v');
  await page.getByRole('dialog').waitFor();
  await page.locator('#root[inert]').waitFor({ state: 'attached' });
  await press(page, 'a');
  await Bun.sleep(SENT_MS);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('#root:not([inert])').waitFor();
  const { body } = await browser.server.as.owner.get<unknown[]>('/reviews/pending');
  expect(body).toHaveLength(1);
});

test('passes no keys from a dialog to the question behind it', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const file = await storeFile(browser, channel.id, new File(['one'], 'one.txt'));
  const more = { channel, attachmentIds: [file] };
  const approval = await ask(browser, 'approval', {}, more);
  const text = await ask(browser, 'text-input', { prefill: 'Dear' }, { channel });
  const page = await browser.logIn(`/m/${approval.id}`);
  await press(page, 'v');
  await page.getByRole('dialog').locator('button:focus').waitFor();
  await press(page, 'a');
  await Bun.sleep(SENT_MS);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await openQuestion(page, text.id);
  await isReady(page);
  await search(page, '');
  await press(page, 'Control+Enter');
  await Bun.sleep(SENT_MS);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { body } = await browser.server.as.owner.get<unknown[]>('/reviews/pending');
  expect(body).toHaveLength(2);
});

test('makes the page inert behind the logout confirmation', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const page = await browser.logIn(`/c/${channel.id}`);
  await page.getByLabel('Write to').fill('Half a message');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').waitFor();
  await page.locator('#root[inert]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('#root:not([inert])').waitFor();
});
