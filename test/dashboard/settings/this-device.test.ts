/** The words of the settings about this device where it can't be notified. */
import { expect, test } from 'bun:test';
import { layoutFaults } from '../../../scripts/screens/faults.ts';
import type { User } from '../../../src/core/access/schema.ts';
import { accessFaults, phone, testBrowser } from '../../support/browser/browser.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

const withoutPush = () => Reflect.deleteProperty(window, 'PushManager');
const insecure = () => Object.defineProperty(window, 'isSecureContext', { value: false });
const blocked = () => Object.defineProperty(Notification, 'permission', { value: 'denied' });

test.each([
  ['over http', insecure, {}, /tailscale serve --bg \d+/],
  ['where notifications are blocked', blocked, {}, 'This browser blocks notifications from'],
  ['in a browser without push', withoutPush, {}, 'does not support push notifications'],
  ['on an iPhone outside of an app', withoutPush, { userAgent: iPhone }, 'Add to Home Screen'],
])('says what to do %s', async (_, change, options, words) => {
  await using browser = await testBrowser();
  const page = await browser.page({ ...options, viewport: phone });
  await page.addInitScript(change);
  await browser.logIn('/settings/notifications', { on: page });
  await page.locator('.settings-block', { hasText: 'This device' }).getByText(words).waitFor();
  expect(await page.getByRole('button', { name: 'Turn on notifications' }).count()).toBe(0);
  expect(await accessFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
});

test('says what the owner must set when push services would refuse this inbox', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/notifications', { withWindows: true });
  const { owner } = browser.server.as;
  const { body } = await owner.get<User[]>('/users');
  await owner.patch(`/users/${body[0]?.id}`, { email: 'ana@inbox.local' });
  await page.reload();
  await page.getByText('The owner must set INBOX_PUBLIC_URL').waitFor();
});

test('gives up subscribing when the push service of the browser does not answer', async () => {
  await using browser = await testBrowser();
  const page = await browser.page({ serviceWorkers: 'allow', permissions: ['notifications'] });
  await page.context().addInitScript(() => {
    PushManager.prototype.subscribe = () => {
      document.title = 'Asked';
      return new Promise(() => {});
    };
  });
  await page.clock.install();
  await browser.logIn('/settings/notifications', { on: page });
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await page.waitForFunction(() => document.title === 'Asked');
  await page.clock.runFor(15_000);
  await page.getByText('The push service of this browser does not answer').waitFor();
  await page.getByRole('button', { name: 'Turn on notifications' }).waitFor();
});
