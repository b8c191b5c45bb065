import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { layoutFaults } from '../../scripts/screens/faults.ts';
import type { DeviceBegun } from '../../src/core/access/device-schema.ts';
import type { Session } from '../../src/core/access/schema.ts';
import {
  accessFaults,
  desk,
  owner,
  phone,
  schemesAt,
  testBrowser,
} from '../support/browser/browser.ts';

async function codeOn(page: Page): Promise<string> {
  const shown = page.locator('.device-code');
  await shown.waitFor();
  return (await shown.textContent()) ?? '';
}

async function askFor(page: Page, path = '/'): Promise<string> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Log in with a code' }).click();
  return codeOn(page);
}

test.each([phone, desk])(
  'logs in a browser by a code approved in another, %o',
  async (viewport) => {
    await using browser = await testBrowser();
    const other = await browser.logIn('/device');
    const app = await browser.page({ viewport });
    const code = await askFor(app, '/files');
    await app.getByText(`${browser.server.url}/device`).waitFor();
    expect([await accessFaults(app, 'html', schemesAt(viewport)), await layoutFaults(app)]).toEqual(
      [[], []],
    );
    await other.getByLabel('Code shown on the device').fill(code);
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Log in on this browser?' }).waitFor();
    await other.getByText('Chrome on Linux', { exact: true }).waitFor();
    expect([
      await accessFaults(other, 'html', schemesAt(viewport)),
      await layoutFaults(other),
    ]).toEqual([[], []]);
    await other.getByRole('button', { name: 'Approve' }).click();
    await other.getByText('You can end its session in Settings').waitFor();
    await app.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    const { body } = await browser.server.as.owner.get<Session[]>('/auth/sessions');
    expect(body).toHaveLength(2);
  },
);

test('reports a denied and an expired code, and gets another', async () => {
  await using browser = await testBrowser();
  const other = await browser.logIn('/device');
  const app = await browser.page();
  const first = await askFor(app);
  const decide = (what: string, userCode: string) =>
    other.request.post(`${browser.server.url}/api/v1/auth/device/${what}`, {
      headers: { origin: browser.server.url },
      data: { userCode },
    });
  expect((await decide('deny', first)).status()).toBe(200);
  await app.getByRole('alert').getByText('The login was denied').waitFor();
  const asking = app.waitForResponse('**/auth/device');
  await app.getByRole('button', { name: 'Get a new code' }).click();
  const { deviceCode, userCode } = (await (await asking).json()) as DeviceBegun;
  await app.getByText(userCode, { exact: true }).waitFor();
  expect(userCode).not.toBe(first);
  // The response to the approval is lost, and with it the session.
  await app.route('**/auth/device/session', (route) => route.abort());
  expect((await decide('approve', userCode)).status()).toBe(200);
  await browser.server.as.nobody.post('/auth/device/session', { deviceCode });
  await app.getByText('can’t be reached').waitFor();
  await app.unroute('**/auth/device/session');
  await app.getByRole('alert').getByText('This code has expired').waitFor();
  await app.getByRole('button', { name: 'Log in with a password' }).click();
  await app.getByLabel('E-mail').fill(owner.email);
});
