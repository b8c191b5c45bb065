import { expect, test } from 'bun:test';
import { accessFaults, phone, testBrowser } from '../support/browser.ts';

test('an owner makes a channel on a phone, and stands in it', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/channels', { viewport: phone });
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('night-watch');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
});
