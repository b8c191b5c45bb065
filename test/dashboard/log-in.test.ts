import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { accessFaults, owner, testBrowser } from '../support/browser/browser.ts';

async function fill(page: Page, password: string) {
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('who logs in sees the page they came for', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/files');
  await page.waitForURL('**/login?next=%2Ffiles');
  await fill(page, owner.password);
  await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/files');
});

test('the log-in leads to no other host', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/login?next=//example.com/');
  await fill(page, owner.password);
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
  expect(page.url()).toBe(`${browser.server.url}/`);
});

test('a wrong password is said, and the next try begins at once', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/login');
  await fill(page, 'wrong');
  await page
    .getByRole('alert')
    .getByText(/wrong|not|password/i)
    .waitFor();
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
});

test('after too many tries the log-in rests, and counts down to when it goes on', async () => {
  await using browser = await testBrowser({ rateLimit: '100' });
  await browser.server.as.owner.post('/auth/setup', owner);
  const page = await browser.page();
  await page.goto('/login');
  for (const _ of Array(5)) {
    await browser.server.as.nobody.post('/auth/login', { ...owner, password: 'wrong' });
  }
  await fill(page, owner.password);
  await page.getByText('Too many failed attempts').waitFor();
  const button = page.getByRole('button', { name: /Try again in \d+s/ });
  expect(await button.isDisabled()).toBe(true);
  const seconds = async () => Number(/\d+/.exec((await button.textContent()) ?? '')?.[0]);
  const first = await seconds();
  expect(first).toBeLessThanOrEqual(60);
  await page.waitForFunction(
    (was) =>
      Number(/\d+/.exec(document.querySelector('button[type=submit]')?.textContent ?? '')) < was,
    first,
  );
});

test('a session that ends anywhere leads to the log-in and back', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/activity');
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await page.context().clearCookies();
  // Whatever it asks next, it is told that nobody is logged in.
  await page.goto('/activity');
  await page.waitForURL('**/login?next=%2Factivity');
  await fill(page, owner.password);
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
});

test('who forgot their password is told who sets a new one', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  await page.goto('/login');
  await page.getByText('Forgot your password? Ask an owner to set a new one.').waitFor();
});

test('axe finds nothing serious on it, light and dark', async () => {
  await using browser = await testBrowser();
  const page = await browser.page();
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
});
