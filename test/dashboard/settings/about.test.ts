import { expect, test } from 'bun:test';
import { accessFaults, testBrowser } from '../../support/browser/browser.ts';

test('shows an owner each setting with value and source, and copies them as text', async () => {
  await using browser = await testBrowser({ webhookTimeout: '3s', token: 'hu_confidential' });
  const page = await browser.logIn('/settings/about', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const row = (variable: string) =>
    page.locator('.settings-table > div', {
      has: page.locator('dt code').getByText(variable, { exact: true }),
    });
  const shown = (variable: string) => row(variable).locator('dd > *').allTextContents();
  await row('INBOX_PORT').waitFor();
  expect((await shown('INBOX_PORT')).at(-1)).toBe('--port');
  expect(await shown('INBOX_WEBHOOK_TIMEOUT')).toEqual(['3s', 'INBOX_WEBHOOK_TIMEOUT']);
  expect(await shown('INBOX_MAX_FILE_SIZE')).toEqual(['100MiB', 'the default']);
  expect(await shown('INBOX_PUBLIC_URL')).toEqual(['not set', 'the default']);
  expect(await shown('INBOX_TOKEN')).toEqual(['set, hidden', 'INBOX_TOKEN']);
  expect(await accessFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Copy as text' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toStartWith('Agent Inbox ');
  expect(text).toContain(browser.server.data);
  expect(text).toMatch(/^INBOX_WEBHOOK_TIMEOUT +3s +INBOX_WEBHOOK_TIMEOUT$/m);
  expect(text).toMatch(/^INBOX_TOKEN +\*\*\* +INBOX_TOKEN$/m);
  expect((await page.content()) + text).not.toContain('confidential');
});

test("reports a full disk as the server's health", async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/appearance');
  await page.route('**/health', (route) =>
    route.fulfill({ status: 503, json: { status: 'full', version: '1.0.0' } }),
  );
  await page.goto(`${browser.server.url}/settings/about`);
  await page.locator('dd').getByText('Disk full').waitFor();
});
