import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { User } from '../../../src/core/access/schema.ts';
import {
  accessFaults,
  openPath,
  owner,
  search,
  type TestBrowser,
  testBrowser,
} from '../../support/browser/browser.ts';
import { isLive } from '../../support/browser/frames.ts';
import { ask } from '../../support/browser/questions.ts';

const rita = { name: 'Rita', email: 'rita@example.com', password: 'a long password' };

async function logInAs(browser: TestBrowser, who: typeof rita, path: string): Promise<Page> {
  const page = await browser.page();
  await page.goto(`/login?next=${encodeURIComponent(path)}`);
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${path}`);
  return page;
}

test('creates a token that answers as its user until it is revoked', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/tokens');
  await page.getByText('No tokens yet').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('laptop');
  await page.keyboard.press('Enter');
  const secret = (await page.locator('.copyable code').first().textContent()) ?? '';
  const { body: me } = await browser.server.as.key(secret).get<User>('/auth/session');
  expect(me.email).toBe(owner.email);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke laptop' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('No tokens yet').waitFor();
  expect((await browser.server.as.key(secret).get('/auth/session')).status).toBe(401);
});

test('adds a reviewer, who logs in and sees only their own settings', async () => {
  await using browser = await testBrowser();
  await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn('/settings/people');
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByLabel('Name').fill(rita.name);
  await page.getByLabel('E-mail').fill(rita.email);
  await page.getByLabel('First password').fill('short');
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
  await page.getByText('A password must have at least 10 characters').waitFor();
  await page.getByLabel('First password').fill(rita.password);
  await page.getByLabel('Channels to review').first().click();
  await page.getByRole('option', { name: 'deploy-bot' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
  await page.getByRole('alert').getByText('Rita added').waitFor();

  const hers = await logInAs(browser, rita, '/settings/keys');
  await hers.getByRole('heading', { name: 'Owners only' }).waitFor();
  const list = hers.getByRole('navigation', { name: 'Settings' });
  const labels = await list.getByRole('link').locator('span:first-child').allTextContents();
  expect(labels).toEqual([
    'Profile and password',
    'Sessions',
    'My tokens',
    'Notifications',
    'Appearance',
    'About',
  ]);
  await list.getByRole('link', { name: 'About' }).click();
  await hers.getByText('Healthy').waitFor();
  expect(await hers.content()).not.toContain(browser.server.data);
  await search(hers, 'API key');
  await hers.getByText('No results').waitFor();
});

test.each(['owner', 'reviewer'] as const)(
  'lets a user who is %s change their name, and their password with the old one',
  async (role) => {
    await using browser = await testBrowser();
    const { as } = browser.server;
    const who = { ...rita, email: `${role}@example.com` };
    await as.owner.post('/users', { ...who, role, channels: [] });
    const page = await logInAs(browser, who, '/settings/profile');
    const [save, change] = ['Save', 'Change password'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    );
    await page.getByLabel('Name').fill('Rita Levi');
    await save?.click();
    await page.getByRole('alert').getByText('Name saved').waitFor();
    await page.locator('.settings-me').getByText(`Rita Levi, ${role}`).waitFor();

    await page.getByLabel('Current password').fill('a wrong password');
    await page.getByLabel('New password').fill('tulips in spring');
    await change?.click();
    await page.getByText('Incorrect current password').waitFor();
    await page.getByLabel('Current password').fill(who.password);
    await page.getByLabel('New password').fill('short');
    await change?.click();
    await page.getByText('A password must have at least 10 characters').waitFor();
    await page.getByLabel('New password').fill('tulips in spring');
    await change?.click();
    await page.getByRole('alert').getByText('Password changed').waitFor();
    expect(await page.getByLabel('Current password').inputValue()).toBe('');
    expect(await accessFaults(page)).toEqual([]);
    const before = await as.nobody.post('/auth/login', who);
    const after = await as.nobody.post('/auth/login', { ...who, password: 'tulips in spring' });
    expect([before.status, after.status]).toEqual([401, 200]);
  },
);

test('sends owners to their profile to change their own password', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/people');
  await page.getByRole('button', { name: 'Edit Ana' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Profile and password' }).waitFor();
  expect(await page.getByLabel('New password').count()).toBe(0);
});

test('keeps the last owner, and promotes another user live', async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/users', { ...rita, role: 'reviewer', channels: [] });
  const page = await browser.logIn('/settings/people');
  const hers = await logInAs(browser, rita, '/settings/people');
  await hers.getByRole('heading', { name: 'Owners only' }).waitFor();

  await page.getByRole('button', { name: 'Edit Ana' }).click();
  await page.getByRole('radio', { name: 'Reviewer' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('An inbox needs at least one owner').waitFor();
  expect(await page.getByRole('button', { name: 'Remove…' }).count()).toBe(0);
  await page.goto('/settings/people');

  await page.getByRole('button', { name: 'Edit Rita' }).click();
  await page.getByRole('radio', { name: 'Owner' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('Rita updated').waitFor();
  await hers.getByRole('button', { name: 'Edit Ana' }).waitFor();

  await page.getByRole('button', { name: 'Edit Rita' }).click();
  await page.getByRole('button', { name: 'Remove…' }).waitFor();
  await page.getByLabel('Disabled').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await hers.getByRole('heading', { name: 'Log in' }).waitFor();
});

test("lists a user's sessions and ends others immediately", async () => {
  await using browser = await testBrowser();
  await browser.server.as.owner.post('/users', { ...rita, role: 'reviewer', channels: [] });
  const [one, other, third] = [
    await logInAs(browser, rita, '/settings/sessions'),
    await logInAs(browser, rita, '/'),
    await logInAs(browser, rita, '/activity'),
  ];
  await Promise.all([isLive(other), isLive(third)]);
  await one.reload();
  const rows = one.locator('.settings-item');
  await rows.nth(2).waitFor();
  await rows.filter({ hasText: 'this browser' }).getByText('Chrome on').waitFor();
  await rows.first().getByText('127.0.0.1').waitFor();
  await rows
    .first()
    .getByText(/last seen (just now|\d+s ago)/)
    .waitFor();
  expect(await accessFaults(one)).toEqual([]);

  // The newest is the first.
  await rows
    .first()
    .getByRole('button', { name: /^End Chrome/ })
    .click();
  await third.getByRole('heading', { name: 'Log in' }).waitFor();
  await one.getByRole('alert').getByText('Session ended').waitFor();
  await third.getByLabel('Password', { exact: true }).fill(rita.password);
  await third.getByLabel('E-mail').fill(rita.email);
  await third.keyboard.press('Enter');
  await third.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();

  await one.reload();
  await one.getByRole('button', { name: 'End all others' }).click();
  await one.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await other.getByRole('heading', { name: 'Log in' }).waitFor();
  await third.getByRole('heading', { name: 'Log in' }).waitFor();
  await one.waitForFunction(() => document.querySelectorAll('.settings-item').length === 1);
  await rows.getByText('this browser').waitFor();
});

test('shows a reviewer the authors of messages, even those they cannot list', async () => {
  await using browser = await testBrowser();
  const { as, channel } = browser.server;
  const { id: channelId } = await channel({ name: 'deploy-bot' });
  await browser.logIn('/settings/about');
  await as.owner.post('/users', { ...rita, role: 'reviewer', channels: [channelId] });
  await as.owner.post('/messages', { channelId, text: 'Roll it back' });
  const hers = await logInAs(browser, rita, `/c/${channelId}`);
  const log = hers.getByRole('log');
  await log.getByText('Roll it back').waitFor();
  await log.getByText(owner.name, { exact: true }).waitFor();
  await isLive(hers);
  await as.owner.post('/messages', { channelId, text: 'Now' });
  await log.getByText('Now').waitFor();
  expect(await hers.content()).not.toContain('Someone');
});

test("shows a channel's questions when access is granted, and hides them when it ends", async () => {
  await using browser = await testBrowser();
  const { owner } = browser.server.as;
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  await ask(browser, 'approval', {}, { channel, text: 'Deploy?' });
  const reviewer = { ...rita, role: 'reviewer', channels: [] };
  const { body: user } = await owner.post<User>('/users', reviewer);
  const hers = await logInAs(browser, rita, `/c/${channel.id}`);
  await hers.getByRole('heading', { name: 'Channel not found' }).waitFor();
  await openPath(hers, '/');
  await hers.getByRole('heading', { name: "You're all caught up" }).waitFor();
  await isLive(hers);
  await owner.patch(`/users/${user.id}`, { channels: [channel.id] });
  await hers.getByRole('heading', { name: 'Deploy?' }).waitFor();
  await hers.getByRole('link', { name: 'deploy-bot' }).first().waitFor();
  await owner.patch(`/users/${user.id}`, { channels: [] });
  await hers.getByRole('heading', { name: "You're all caught up" }).waitFor();
});
