import { expect, test } from 'bun:test';
import { accessFaults, openPath, testBrowser } from '../support/browser/browser.ts';
import { ask, press } from '../support/browser/questions.ts';

test('shows an error for a page whose file fails to load, and loads it on request', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
  // As after an upgrade: the files that this page refers to no longer exist.
  let isReloaded = false;
  page.on('request', (request) => {
    isReloaded ||= request.isNavigationRequest();
  });
  await page.route('**/chunk-*.js', (route) =>
    isReloaded ? route.fallback() : route.fulfill({ status: 404 }),
  );
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('alert').getByText('failed to load').waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Pending' }).click();
  await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
  // Older browsers remember that the file failed, and do not ask for it again.
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('alert').getByText('failed to load').waitFor();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
});

test("ignores keys until a question's renderer has loaded", async () => {
  await using browser = await testBrowser();
  await ask(browser, 'text-input', {}, { text: 'What now?' });
  const page = await browser.logIn('/activity');
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  const { promise: letThrough, resolve } = Promise.withResolvers<void>();
  await page.route('**/chunk-*.js', async (route) => {
    const response = await route.fetch();
    // The file of this kind alone.
    if ((await response.text()).includes('Nothing written yet')) await letThrough;
    await route.fulfill({ response });
  });
  await openPath(page, '/');
  await page.locator('.review-card .skeleton').waitFor({ state: 'attached' });
  // Twice the time for which a question must be in view before it reacts to keys.
  await page.waitForTimeout(400);
  expect(await page.locator('.review-card[data-ready]').count()).toBe(0);
  resolve();
  await press(page, 'Enter');
  await page.keyboard.type('Wait');
  const field = page.getByRole('textbox', { name: 'Your answer' });
  expect(await field.inputValue()).toBe('Wait');
});
