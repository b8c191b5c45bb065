import { expect, test } from 'bun:test';
import { accessFaults, owner, testBrowser } from '../support/browser.ts';
import { needs } from '../support/tools.ts';

needs('curl')('a newcomer comes from the one-time link to the first question', async () => {
  await using browser = await testBrowser();
  const page = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(browser.server.setUpUrl ?? '');

  // No mouse: each step begins in its first field.
  await page.getByLabel('Your name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(owner.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(owner.password);
  expect(await accessFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Your first agent' }).waitFor();
  expect(page.url()).not.toContain('token');
  await page.getByLabel('What is it called?').fill('deploy-bot');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Let it ask' }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy the command' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const asked = Bun.spawn(['sh', '-c', `${command} -s -o /dev/null -w '%{http_code}'`]);
  expect(await new Response(asked.stdout).text()).toBe('201');

  await page.waitForURL('**/m/*');
  await page.getByRole('heading', { name: 'Deploy 1.4.2?' }).first().waitFor();
  await page.waitForFunction(() => document.title.startsWith('(1)'));
});

test('what the server refuses is said at the field, in its words', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  await page.goto(browser.server.setUpUrl ?? '');
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('E-mail').fill('ana@example.com');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.keyboard.press('Enter');
  await page.getByText('A password has at least 10 characters').waitFor();
  const field = page.getByLabel('Password', { exact: true });
  expect(await field.getAttribute('aria-invalid')).toBe('true');
});

test('a link that was used, or is cut short, says so and leads to the log-in', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/setup#token=no');
  await page.getByLabel('Your name').fill('Eve');
  await page.getByLabel('E-mail').fill('eve@example.com');
  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await page.keyboard.press('Enter');
  await page.getByText('This set-up link does not hold').waitFor();
  await page.goto('/setup');
  await page.reload();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
});
