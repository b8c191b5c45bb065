import { expect, test } from 'bun:test';
import type { Key } from '../../src/core/access/schema.ts';
import { accessFaults, isComplete, phone, testBrowser } from '../support/browser/browser.ts';
import { ask } from '../support/browser/questions.ts';

test('lists entries, adds new ones live and opens one with its details', async () => {
  await using browser = await testBrowser();
  const { owner } = browser.server.as;
  const { id } = await ask(browser, 'approval', { title: 'Deploy?' });
  await owner.post(`/reviews/${id}/respond`, { response: { selectedOption: 'approve' } });
  const page = await browser.logIn('/activity');
  await page.getByRole('link', { name: 'Audit' }).click();
  await isComplete(page);
  await page.getByRole('button', { name: /answered “Deploy\?” with “approve”/ }).waitFor();
  const { body: key } = await owner.post<Key>('/keys', { name: 'ci', channels: 'all' });
  const row = page.getByRole('button', { name: /created key “ci”/ });
  await row.waitFor();
  await row.press('Enter');
  const details = page.locator('.foldout-details:not([hidden])');
  await details.getByText('key.created').waitFor();
  await details.getByText(new RegExp(key.id)).first().waitFor();
  await details
    .getByText(/^[0-9a-f]{64}$/)
    .first()
    .waitFor();
  expect(await accessFaults(page)).toEqual([]);
});

test('filters by action, actor, subject and day, and keeps the filters in the URL', async () => {
  await using browser = await testBrowser();
  const { owner } = browser.server.as;
  const { body: ci } = await owner.post<Key>('/keys', { name: 'ci', channels: 'all' });
  await owner.post('/keys', { name: 'deploy', channels: 'all' });
  await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn('/activity/audit');
  const rows = (count: number) =>
    page.waitForFunction(
      (expected) => document.querySelectorAll('.audit-entry').length === expected,
      count,
    );
  await page.getByRole('button', { name: /created channel “deploy-bot”/ }).waitFor();
  await page.getByLabel('What').selectOption('Keys and tokens');
  await page.getByRole('button', { name: /created channel/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /created key “ci”/ }).click();
  await page.getByRole('button', { name: 'Only this key' }).click();
  await rows(1);
  expect(new URL(page.url()).searchParams.get('subject')).toBe(ci.id);
  await page.reload();
  await rows(1);
  await page.getByLabel('Until').fill('2020-01-01');
  await page.getByText('No matching entries').waitFor();
  await page.getByRole('button', { name: /Clear filters/ }).click();
  await page.getByRole('button', { name: /created channel “deploy-bot”/ }).waitFor();
});

test('loads a long log page by page, even on a phone', async () => {
  await using browser = await testBrowser();
  for (let at = 0; at < 60; at++) await browser.server.channel({ name: `bot-${at}` });
  const page = await browser.logIn('/activity/audit', { viewport: phone });
  await page.locator('.audit-entry').nth(49).waitFor();
  await page.getByRole('button', { name: 'Show older' }).click();
  await page.getByRole('button', { name: /created channel “bot-0”/ }).waitFor();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});

test('refuses a reviewer with an explanation', async () => {
  await using browser = await testBrowser();
  const rita = { name: 'Rita', email: 'rita@example.com', password: 'a long password' };
  await browser.server.as.owner.post('/users', { ...rita, channels: [] });
  const page = await browser.page();
  await page.goto('/login?next=/activity/audit');
  await page.getByLabel('E-mail').fill(rita.email);
  await page.getByLabel('Password', { exact: true }).fill(rita.password);
  await page.keyboard.press('Enter');
  await page.getByText('Only owners can see the audit log').waitFor();
  expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
});

test('shows the reason when the list cannot be loaded', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/');
  await isComplete(page);
  await page.route('**/api/v1/audit?**', (route) =>
    route.fulfill({ status: 503, json: { statusCode: 503, message: 'The disk is full' } }),
  );
  await page.evaluate(() => history.pushState(null, '', '/activity/audit'));
  await page.getByRole('alert').getByText('The disk is full').waitFor();
});

test('offers people whose names look alike with their e-mail addresses', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/health');
  const emails = ['ana@example.com', 'ana@example.org'];
  for (const email of emails) {
    await browser.server.as.owner.post('/users', { name: 'Ana', email, channels: [] });
  }
  await page.goto('/activity/audit');
  for (const email of emails) {
    await page
      .getByLabel('Who')
      .getByRole('option', { name: `Ana (${email})` })
      .waitFor({ state: 'attached' });
  }
});
