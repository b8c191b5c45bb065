import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { startShell } from '../../../scripts/chromium.ts';
import { layoutFaults } from '../../../scripts/screens/faults.ts';
import {
  accessFaults,
  owner,
  phone,
  testBrowser,
  desk as wide,
} from '../../support/browser/browser.ts';
import { tlsFront } from '../../support/proxies/tls.ts';
import { testPushService } from '../../support/reach/push-service.ts';
import { testSubscription } from '../../support/reach/subscription.ts';
import { testServer } from '../../support/server/server.ts';

const step = (page: Page, name: string, progress: string) =>
  page.locator(`.test-step[data-progress=${progress}]`, { hasText: name }).waitFor();

test('follows a phone from the desk: its login by a code, its notifications and its test', async () => {
  await using front = await tlsFront();
  await using pushes = testPushService();
  await using server = await testServer({ publicUrl: front.url, webhookAllow: '127.0.0.0/8' });
  front.leadTo(server.url);
  const token = server.setUpUrl?.split('#token=')[1];
  await server.as.nobody.post('/auth/setup', { ...owner, token });
  await using shell = await startShell();
  const open = async (viewport: typeof phone) => {
    const context = await shell.newContext({ ignoreHTTPSErrors: true, viewport });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    return page;
  };
  const desk = await open(wide);
  await desk.goto(`${front.url}/login?next=/settings/notifications`);
  await desk.getByLabel('E-mail').fill(owner.email);
  await desk.getByLabel('Password', { exact: true }).fill(owner.password);
  await desk.keyboard.press('Enter');
  await desk.getByRole('button', { name: 'Set up a phone' }).click();
  await desk.getByRole('img', { name: 'QR code of the inbox' }).waitFor();
  const guide = desk.getByRole('dialog', { name: 'Set up a phone' });
  await guide.getByText(front.url, { exact: true }).waitFor();
  expect(await accessFaults(desk, '[role=dialog]')).toEqual([]);

  const app = await open(phone);
  await app.goto(front.url);
  await app.getByRole('button', { name: 'Log in with a code' }).click();
  const code = (await app.locator('.device-code').textContent()) ?? '';
  await desk.getByLabel('Code shown on the phone').fill(code);
  await desk.getByRole('button', { name: 'Continue' }).click();
  await desk.getByText('Chrome on Linux').waitFor();
  expect(await accessFaults(desk, '[role=dialog]')).toEqual([]);
  await desk.getByRole('button', { name: 'Approve' }).click();
  await step(desk, 'enter the code here', 'done');
  await app.getByRole('link', { name: 'Settings' }).first().waitFor();

  const { address } = testSubscription(`${pushes.url}/phone`);
  await server.as.owner.post('/contacts', { kind: 'webpush', address });
  await step(desk, 'turn on notifications', 'done');
  await step(desk, 'Sent', 'done');
});

test('says who sets an address that a phone can open', async () => {
  await using browser = await testBrowser();
  const desk = await browser.logIn('/settings/notifications');
  await desk.getByText('A phone needs an https address of this inbox. Set one').waitFor();
  expect([await accessFaults(desk), await layoutFaults(desk)]).toEqual([[], []]);
});
