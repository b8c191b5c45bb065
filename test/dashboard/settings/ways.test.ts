/** The part of the settings in which an owner sets how people are notified. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { layoutFaults } from '../../../scripts/screens/faults.ts';
import type { WayState } from '../../../src/core/settings/schema.ts';
import { accessFaults, owner, phone, testBrowser } from '../../support/browser/browser.ts';
import { testMailServer } from '../../support/reach/mail-server.ts';
import { testNtfy } from '../../support/reach/ntfy.ts';
import { BOT_TOKEN, testTelegram } from '../../support/reach/telegram.ts';

const row = (page: Page, label: string) =>
  page.locator('#ways .settings-item', { has: page.getByText(label, { exact: true }) });
const press = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const enter = (page: Page, label: string, text: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
const password = (page: Page) => page.getByRole('dialog').getByLabel('Your password');

test('turns ntfy on where nothing was on, and offers a contact of it alone', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/notifications/new', { viewport: phone });
  await page.getByText('cannot notify anyone by a contact yet').waitFor();
  expect(await page.getByRole('radio', { name: 'Telegram' }).count()).toBe(0);
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
  await press(page, 'Turn on ntfy');
  expect(await password(page).getAttribute('autocomplete')).toBe('current-password');
  await press(page, 'Use https://ntfy.sh');
  await enter(page, 'Server', 'ftp://ntfy.example');
  await password(page).fill(owner.password);
  await press(page, 'Turn on');
  await page.getByText('It must be an http or https URL').waitFor();
  expect(await page.getByLabel('Server', { exact: true }).getAttribute('aria-invalid')).toBe(
    'true',
  );
  expect(await password(page).inputValue()).toBe('');
  await enter(page, 'Server', ntfy.url);
  await password(page).fill('a wrong password');
  await press(page, 'Try');
  await page.getByText('Incorrect password').waitFor();
  expect([await accessFaults(page, '[role=dialog]'), await layoutFaults(page)]).toEqual([[], []]);
  await password(page).fill(owner.password);
  await press(page, 'Try');
  await page.getByText(/^http.* answers/).waitFor();
  await password(page).fill(owner.password);
  await press(page, 'Turn on');
  await page.getByText('ntfy is on.').waitFor();
  await press(page, 'Add contact');
  await page.getByRole('radio', { name: 'ntfy' }).and(page.locator(':checked')).waitFor();
  expect(await page.getByRole('radio', { name: 'Telegram' }).count()).toBe(0);
});

test('shows a secret as set, warns before another bot sends, and turns it off', async () => {
  await using telegram = testTelegram();
  await using browser = await testBrowser({ telegramUrl: telegram.url });
  const page = await browser.logIn('/settings/notifications');
  await row(page, 'Telegram').getByRole('button', { name: 'Turn on Telegram' }).click();
  await page.getByRole('link', { name: 'Open @BotFather' }).waitFor();
  await page.getByText('/newbot', { exact: true }).waitFor();
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
  await enter(page, 'Bot token', 'nonsense');
  await password(page).fill(owner.password);
  await press(page, 'Turn on');
  await page.getByText('It must be the token of a bot').waitFor();
  await enter(page, 'Bot token', BOT_TOKEN);
  await password(page).fill(owner.password);
  await press(page, 'Turn on');
  await page.getByText('Telegram is on.').waitFor();
  await press(page, 'Done');
  await row(page, 'Telegram').getByText('on', { exact: true }).waitFor();
  await row(page, 'Telegram').getByRole('button', { name: 'Change Telegram' }).click();
  await page.getByText('Bot token: set').waitFor();
  expect(await page.content()).not.toContain(BOT_TOKEN);
  await press(page, 'Replace bot token');
  await page.getByText('If another bot sends than before').waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'Telegram').getByRole('button', { name: 'Turn off Telegram' }).click();
  await page.getByText('until it is turned on again').waitFor();
  await password(page).fill(owner.password);
  await press(page, 'Turn off');
  await row(page, 'Telegram').getByText('off', { exact: true }).waitFor();
});

test('composes the URL of a mail server, whatever its password is, and keeps it while the sender changes', async () => {
  const logins: unknown[] = [];
  await using mail = await testMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password: given }, _, callback) {
      logins.push([username, given]);
      callback(null, { user: username });
    },
  });
  await using browser = await testBrowser();
  const { port } = new URL(mail.url);
  const page = await browser.logIn('/settings/notifications');
  await row(page, 'E-mail').getByRole('button', { name: 'Turn on E-mail' }).click();
  const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
  await field('Provider').selectOption('Gmail');
  expect(await field('Host').inputValue()).toBe('smtp.gmail.com');
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
  await field('Host').fill('127.0.0.1');
  await field('Port').fill('0');
  await field('Encryption').selectOption('None');
  await field('User').fill('ann@example.com');
  await field('Password of the mail server').fill('p@ss:w/rd?#%');
  await field('Sender').fill('inbox@example.com');
  await password(page).fill(owner.password);
  await press(page, 'Turn on');
  await page.getByText('Use a number from 1 to 65535').waitFor();
  await field('Port').fill(port);
  await press(page, 'Turn on');
  await page.getByText('E-mail is on.').waitFor();
  expect(logins).toEqual([['ann@example.com', 'p@ss:w/rd?#%']]);
  await press(page, 'Done');
  await row(page, 'E-mail').getByRole('button', { name: 'Change E-mail' }).click();
  await page.getByText('Mail server: set, 127.0.0.1').waitFor();
  await field('Sender').fill('Inbox <box@example.com>');
  await password(page).fill(owner.password);
  await press(page, 'Save');
  await page.getByText('E-mail is on.').waitFor();
  const { body } = await browser.server.as.owner.get<WayState[]>('/ways');
  expect(body.find(({ host }) => host === '127.0.0.1')).toMatchObject({ works: true });
  expect(logins.length).toBe(2);
});

test('shows what the environment sets without a change, and to a reviewer who can turn on the rest', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  const page = await browser.logIn('/settings/notifications', { viewport: phone });
  await row(page, 'ntfy').getByText('set by INBOX_NTFY_URL').waitFor();
  expect(await row(page, 'ntfy').getByRole('button').count()).toBe(0);
  expect([await accessFaults(page), await layoutFaults(page)]).toEqual([[], []]);
  const { as } = browser.server;
  const rita = { name: 'Rita', email: 'rita@example.com', password: 'tulips in spring' };
  await as.owner.post('/users', { ...rita, role: 'reviewer', channels: [] });
  const hers = await browser.page();
  await hers.goto('/settings/notifications/new');
  await hers.getByLabel('E-mail', { exact: true }).fill(rita.email);
  await hers.getByLabel('Password', { exact: true }).fill(rita.password);
  await hers.getByRole('button', { name: 'Log in', exact: true }).click();
  await hers.getByText('can be turned on by an owner').waitFor();
  expect(await hers.getByRole('radio').count()).toBe(1);
  expect(await hers.getByRole('heading', { name: 'Ways to notify people' }).count()).toBe(0);
});
