import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { DeviceBegun, DeviceOutcome } from '../../src/core/access/device-schema.ts';
import {
  accessFaults,
  desk,
  owner,
  phone,
  schemesAt,
  testBrowser,
} from '../support/browser/browser.ts';
import type { TestServer } from '../support/server/server.ts';

async function begin({ as }: TestServer, name = 'inbox login on pi') {
  const { body } = await as.nobody.post<DeviceBegun>('/auth/device', { name });
  const { deviceCode, userCode } = body;
  const collect = async () =>
    (await as.nobody.post<DeviceOutcome>('/auth/device/token', { deviceCode })).body;
  return { userCode, collect };
}

async function type(page: Page, code: string) {
  await page.getByLabel('Code shown on the device').fill(code);
  await page.keyboard.press('Enter');
}

test('asks an anonymous visitor to log in first, then for the code', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/auth/setup', owner);
  const { userCode, collect } = await begin(browser.server);
  const page = await browser.page();
  await page.goto('/device');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await type(page, userCode);
  await page.getByText(userCode, { exact: true }).waitFor();
  await page.getByText('inbox login on pi', { exact: true }).waitFor();
  await page.getByText(`You are ${owner.name} (${owner.email}).`).waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('You can close this window').waitFor();
  expect(await collect()).toMatchObject({ status: 'approved' });
});

test('accepts and denies a code by keyboard alone', async () => {
  await using browser = await testBrowser();
  const { userCode, collect } = await begin(browser.server);
  const page = await browser.logIn('/device');
  await page.getByLabel('Code shown on the device').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(userCode.replace('-', '').toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByText(userCode, { exact: true }).waitFor();
  for (const _ of ['Approve', 'Deny']) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Denied' }).waitFor();
  expect(await collect()).toEqual({ status: 'denied' });
});

test('ignores a code in the link, because the sender may have started the login', async () => {
  await using browser = await testBrowser();
  const { userCode, collect } = await begin(browser.server, 'Security update (verified)');
  const page = await browser.logIn(`/device?code=${userCode}&userCode=${userCode}`);
  const field = page.getByLabel('Code shown on the device');
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(await page.textContent('body')).not.toContain('Security update');
  expect(await collect()).toEqual({ status: 'pending' });
});

test('shows where and when the login was started, and by which program', async () => {
  await using browser = await testBrowser();
  const { body } = await browser.server.as.nobody.post<DeviceBegun>('/auth/device', {
    name: 'inbox login on pi',
    program: 'inbox 0.1.0 on linux arm64',
  });
  const page = await browser.logIn('/device');
  await type(page, body.userCode);
  const facts = page.locator('.device-facts');
  await facts.getByText('inbox 0.1.0 on linux arm64').waitFor();
  await facts.getByText('127.0.0.1').waitFor();
  await facts.locator('time').waitFor();
});

test('reports an unknown or decided code, and accepts another', async () => {
  await using browser = await testBrowser();
  const { userCode } = await begin(browser.server);
  const page = await browser.logIn('/device');
  await type(page, 'BBBB-BBBB');
  await page.getByRole('alert').getByText('invalid or has expired').waitFor();
  await page.getByRole('button', { name: 'Enter another code' }).click();
  await page.getByLabel('Code shown on the device').waitFor();
  // Whatever the page asks after the first time stays unanswered: it does not know yet.
  let asked = 0;
  await page.route('**/auth/device?*', (route) => (asked++ === 0 ? route.continue() : undefined));
  await type(page, userCode);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await browser.server.as.owner.post('/auth/device/deny', { userCode });
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alert').getByText('already been approved or denied').waitFor();
});

test('lets another user log in, and asks for the code again', async () => {
  await using browser = await testBrowser();
  const { userCode } = await begin(browser.server);
  const page = await browser.logIn('/device');
  await type(page, userCode);
  const rita = { name: 'Rita', email: 'rita@example.com', password: 'tulips in spring' };
  await browser.server.as.owner.post('/users', rita);
  await page.getByRole('button', { name: 'Log in as someone else' }).click();
  await page.getByLabel('E-mail').fill(rita.email);
  await page.getByLabel('Password', { exact: true }).fill(rita.password);
  await page.keyboard.press('Enter');
  await type(page, userCode);
  await page.getByText(`You are Rita (${rita.email}).`).waitFor();
  await page.getByText(userCode, { exact: true }).waitFor();
});

test.each([desk, phone])('has no serious axe violations, %o', async (viewport) => {
  await using browser = await testBrowser();
  const long = `${'build machine '.repeat(6)}${'x'.repeat(16)}`;
  const { userCode } = await begin(browser.server, long);
  const page = await browser.logIn('/device', { viewport });
  await type(page, userCode);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isTooWide).toBe(false);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
});
