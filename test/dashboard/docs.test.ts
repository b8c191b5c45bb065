import { expect, test } from 'bun:test';
import { axeFaults } from '../../scripts/screens/access.ts';
import { desk, phone, testBrowser } from '../support/browser/browser.ts';

test("shows the API page in the dashboard's style, with contents, search and a way back", async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/appearance');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.goto('/docs');
  const style = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const { fontFamily, backgroundColor } = getComputedStyle(document.body);
      return {
        fontFamily,
        backgroundColor,
        hasFont: document.fonts.check('15px "Inter Variable"'),
      };
    });
  const { fontFamily, backgroundColor, hasFont } = await style();
  expect([fontFamily.startsWith('"Inter Variable"'), hasFont]).toEqual([true, true]);
  expect(backgroundColor).toBe('rgb(25, 26, 32)');
  expect(await page.locator('body').textContent()).not.toMatch(/`\w/);

  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'POST /keys/{id}/rotate' }).click();
  await page
    .getByText('The old key works until')
    .or(page.getByText('oldExpiresAt'))
    .first()
    .waitFor();
  await page.getByRole('searchbox').fill('webhook rotate');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText(' of ').waitFor();
  expect(await contents.locator('li').allTextContents()).toEqual([
    'POST /agents/{id}/webhook/rotate',
  ]);
  // A phone has it below each other; all of it is looked at on a desk.
  await page.setViewportSize(phone);
  expect(await axeFaults(page, 'html')).toEqual([]);
  await page.getByRole('link', { name: 'Show all' }).click();
  await contents.getByRole('link', { name: 'POST /messages', exact: true }).waitFor();
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
  }
  expect(await axeFaults(page, 'html')).toEqual([]);
  await page.getByRole('link', { name: 'Back to the inbox' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('#root h1').first().waitFor();
});
