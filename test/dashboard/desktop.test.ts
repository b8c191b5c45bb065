/** Notifications of the system, as the page makes them; what a browser without a desk draws, nobody sees. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  accessFaults,
  openPath,
  type TestBrowser,
  testBrowser,
} from '../support/browser/browser.ts';
import { receives } from '../support/browser/frames.ts';
import { ask, press } from '../support/browser/questions.ts';

type Noted = { title: string; body: string; tag: string; isClosed: boolean };

/** Runs in the page: records its notifications. The page is hidden while a test says so. */
function noteAll() {
  const made: (Noted & { one: Notification })[] = [];
  const Real = Notification;
  class Noting extends Real {
    constructor(title: string, options: NotificationOptions = {}) {
      super(title, options);
      const { body = '', tag = '' } = options;
      made.push({ title, body, tag, isClosed: false, one: this });
    }
    override close() {
      super.close();
      for (const noted of made) if (noted.one === this) noted.isClosed = true;
    }
  }
  const state = { made, isHidden: false };
  Object.assign(globalThis, { Notification: Noting, noted: state });
  Object.defineProperties(document, {
    hidden: { get: () => state.isHidden },
    visibilityState: { get: () => (state.isHidden ? 'hidden' : 'visible') },
  });
}

declare const noted: { made: (Noted & { one: Notification })[]; isHidden: boolean };

async function mayNotify(browser: TestBrowser, path = '/'): Promise<Page> {
  const page = await browser.page({ permissions: ['notifications'] });
  await page.context().addInitScript(noteAll);
  return browser.logIn(path, { on: page });
}

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((now) => {
    noted.isHidden = now;
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

const shownOn = (page: Page) =>
  page.evaluate(() => noted.made.filter(({ isClosed }) => !isClosed).map(({ body }) => body));
const areShown = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => noted.made.filter(({ isClosed }) => !isClosed).length === wanted,
    count,
  );

test('asks for permission once, after the first answer, and notifies while the page is hidden', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const channel = await server.channel({ name: 'deploy-bot' });
  const quiet = await server.channel({ name: 'chatter' });
  for (const text of ['First?', 'Second?']) await ask(browser, 'approval', {}, { channel, text });
  const page = await mayNotify(browser);
  await page.getByRole('heading', { name: 'First?' }).waitFor();
  expect(await page.getByRole('region', { name: 'Notifications' }).count()).toBe(0);
  await press(page, '1');
  const asking = page.getByRole('region', { name: 'Notifications' });
  await asking.getByText('Get notified when an agent asks a question?').waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await asking.getByRole('button', { name: 'All questions' }).click();
  await asking.waitFor({ state: 'detached' });

  await openPath(page, '/settings/notifications');
  await page.getByRole('radio', { name: 'All questions' }).and(page.locator(':checked')).waitFor();
  await page.getByText('By channel').click();
  await page.getByLabel('chatter').selectOption('Never');
  expect(await accessFaults(page)).toEqual([]);

  // Looked at, the page itself shows what comes.
  await ask(browser, 'approval', {}, { channel, text: 'While it is in view?' });
  await receives(page, 'While it is in view?');
  const other = await page.context().newPage();
  await other.goto(`${server.url}/activity`);
  await other.getByRole('heading', { name: 'Activity' }).waitFor();
  for (const one of [page, other]) await hide(one, true);
  await ask(browser, 'approval', {}, { channel: quiet, text: 'Chatter?' });
  const deploy = await ask(browser, 'approval', { title: 'Deploy?' }, { channel });
  const both = () => Promise.all([page, other].map(shownOn)).then((shown) => shown.flat());
  await Promise.race([areShown(page, 1), areShown(other, 1)]);
  // All of the tabs have received it.
  for (const one of [page, other]) {
    await one.waitForFunction(() => document.title.startsWith('(4)'));
  }
  expect(await both()).toEqual([expect.stringMatching(/^Deploy\?/)]);
  const [caller = page] = (await shownOn(page)).length > 0 ? [page] : [other];
  expect(await caller.evaluate(() => noted.made[0]?.title)).toBe('deploy-bot asks');

  // Answered elsewhere, it is gone.
  const response = { selectedOption: 'approve' };
  await server.as.owner.post(`/reviews/${deploy.id}/respond`, { response });
  await areShown(caller, 0);

  // A press brings one to the question.
  const fields = [{ name: 'pin', type: 'password', label: 'PIN' }];
  const secret = await ask(browser, 'form', { title: 'The PIN of vault 7?', fields }, { channel });
  await Promise.race([areShown(page, 1), areShown(other, 1)]);
  expect(await both()).toEqual(['Asks for a password.']);
  const [pressed = page] = (await shownOn(page)).length > 0 ? [page] : [other];
  await pressed.evaluate(() => noted.made.at(-1)?.one.dispatchEvent(new Event('click')));
  await pressed.waitForURL(`**/m/${secret.id}`);
  expect(await both()).toEqual([]);
});

test('notifies of a question only in its last minutes with “Expiring soon”', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const page = await mayNotify(browser, '/settings/notifications');
  await page.getByRole('radio', { name: 'Questions expiring soon' }).check();
  await hide(page, true);
  await ask(browser, 'approval', {}, { channel, text: 'Much later?' });
  await ask(
    browser,
    'approval',
    {},
    { channel, text: `Now?${'x'.repeat(200)}`, expiresInSeconds: 200 },
  );
  await areShown(page, 1);
  expect(await shownOn(page)).toEqual([expect.stringMatching(/^Now\?x{116}…\nexpires in 3:/)]);
  await hide(page, false);
  await areShown(page, 0);
});

test('notifies of a question that waits only if it is still pending then', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const channel = await server.channel();
  const page = await mayNotify(browser, '/settings/notifications');
  await page.getByRole('radio', { name: 'All questions' }).check();
  await hide(page, true);
  const waiting = async (text: string, afterSeconds: number) => {
    const review = { type: 'approval', notify: { afterSeconds } };
    const body = { channelId: channel.id, text, review };
    return (await server.as.agent.post<{ id: string }>('/messages', body)).body;
  };
  const answered = await waiting('Answered in the terminal?', 1);
  await server.as.owner.post(`/reviews/${answered.id}/respond`, {
    response: { selectedOption: 'approve' },
  });
  await waiting('Still pending?', 2);
  await receives(page, 'Still pending?');
  expect(await shownOn(page)).toEqual([]);
  await areShown(page, 1);
  expect(await page.evaluate(() => noted.made.map(({ body }) => body))).toEqual([
    expect.stringMatching(/^Still pending\?/),
  ]);
});

test('explains how to allow notifications when the browser blocks them', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  for (const text of ['First?', 'Second?']) await ask(browser, 'approval', {}, { channel, text });
  const page = await browser.logIn();
  await blockNotifications(page);
  await page.reload();
  await page.getByRole('heading', { name: 'First?' }).waitFor();
  await press(page, '1');
  await page.locator('.trace', { hasText: 'Saved' }).waitFor();
  expect(await page.getByRole('region', { name: 'Notifications' }).count()).toBe(0);
  await openPath(page, '/settings/notifications');
  await page.getByText('This browser blocks notifications from 127.0.0.1').waitFor();
  await page.getByText('set Notifications to Allow').waitFor();
});

/** Denies the permission, which headless Chromium either denies or leaves open, depending on its version. */
async function blockNotifications(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  await devtools.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting: 'denied',
    origin: new URL(page.url()).origin,
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  });
}
