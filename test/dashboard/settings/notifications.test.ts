/** The page on which a person says how they are reached. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { layoutFaults } from '../../../scripts/screens/faults.ts';
import type { NewToken } from '../../../src/core/access/schema.ts';
import type { BotStates } from '../../../src/core/notify/pairing-schema.ts';
import type { Attention, Contact } from '../../../src/core/notify/schema.ts';
import {
  accessFaults,
  phone,
  type TestBrowser,
  testBrowser,
} from '../../support/browser/browser.ts';
import { isLive } from '../../support/browser/frames.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { codeIn, testMailServer } from '../../support/reach/mail-server.ts';
import { testNtfy } from '../../support/reach/ntfy.ts';
import { APP_TOKEN, BOT_TOKEN as SLACK_TOKEN, testSlack } from '../../support/reach/slack.ts';
import { BOT_TOKEN, testTelegram } from '../../support/reach/telegram.ts';

const step = (page: Page, name: string, progress: string) =>
  page.locator(`.test-step[data-progress=${progress}]`, { hasText: name }).waitFor();
const state = (page: Page, name: string, words: string | RegExp) =>
  page.locator('.settings-item', { hasText: name }).getByText(words).waitFor();

async function contactOf({ server }: TestBrowser): Promise<Contact | undefined> {
  return (await server.as.owner.get<Contact[]>('/contacts')).body[0];
}

const addTo = ({ server }: TestBrowser, address = 'phone', name = 'Phone') =>
  server.as.owner.post<Contact>('/contacts', { kind: 'ntfy', address, name });

test('adds a contact, tests it, and shows that it works once its user enters the code of the test', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  const page = await browser.logIn('/settings/notifications');
  await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
  expect(await page.getByRole('link', { name: 'Step by step' }).getAttribute('href')).toBe(
    '/docs/reach',
  );
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByLabel('Name').fill('Phone');
  await page.getByText('More options').click();
  await page.getByLabel('Topic').fill('my-phone');
  await page.getByLabel('Notify of').selectOption('High urgency and above');
  await page.getByLabel('Show').selectOption('Title only');
  await page.getByLabel('Delay').selectOption('5 minutes');
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click();
  await step(page, 'Sent', 'done');
  await step(page, `Accepted by ${new URL(ntfy.url).host}`, 'done');
  await step(page, 'Shown on your device', 'current');
  expect(ntfy.shown('my-phone').map(({ title }) => title)).toEqual(['Test']);
  expect(await contactOf(browser)).toMatchObject({
    name: 'Phone',
    from: 'high',
    shows: 'title',
    delaySeconds: 300,
    confirmedAt: null,
  });
  await page.getByLabel('Code').fill(codeIn({ text: ntfy.shown('my-phone')[0]?.message ?? '' }));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await step(page, 'Shown on your device', 'done');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Contacts' }).waitFor();
  await state(page, 'Phone', 'working');
  await state(page, 'Phone', '…hone');
  await state(page, 'Phone', /last sent/);
  expect((await contactOf(browser))?.confirmedAt).not.toBeNull();
});

test('shows an owner where others may answer, as it changes, and removes a contact of theirs', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  const { server } = browser;
  const email = 'rita@example.com';
  await server.as.owner.post('/users', { name: 'Rita', email });
  const { token } = (await server.as.owner.post<NewToken>('/tokens', { name: 't', email })).body;
  const rita = server.as.key(token);
  const page = await browser.logIn('/settings/people', { viewport: phone });
  await page.getByText('No contacts yet').waitFor();
  await isLive(page);
  await rita.post<Contact>('/contacts', { kind: 'ntfy', address: 'her-topic', name: 'Phone' });
  await state(page, 'Phone', 'no answers: not confirmed');
  await state(page, 'Phone', 'Rita');
  await state(page, 'Phone', 'never used');
  expect(await page.content()).not.toContain('opic');
  expect([await accessFaults(page), await layoutFaults(page)]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Remove Phone of Rita' }).press('Enter');
  await page.getByText('Rita will no longer be notified there.').waitFor();
  await page.getByRole('button', { name: 'Remove contact' }).press('Enter');
  await page.getByText('No contacts yet').waitFor();
  expect((await rita.get<Contact[]>('/contacts')).body).toEqual([]);
});

test('verifies an e-mail address by the code that was sent there', async () => {
  await using mail = await testMailServer();
  await using browser = await testBrowser({ smtpUrl: mail.url, smtpFrom: 'inbox@example.com' });
  const page = await browser.logIn('/settings/notifications/new');
  const dialog = page.getByRole('dialog');
  await page.getByRole('radio', { name: 'E-mail' }).click();
  await page.getByLabel('E-mail address').fill('ann@example.com');
  await dialog.getByRole('button', { name: 'Add contact' }).click();
  const [sent] = await mail.has(1);
  await page.getByLabel('Code').fill('12');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Use the six digits').waitFor();
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send another code' }).click();
  await page.getByText('Another code was sent').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await state(page, 'E-mail', 'not verified');
  await page.getByRole('button', { name: 'Verify E-mail' }).click();
  await page.getByLabel('Code').fill(codeIn(sent));
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await state(page, 'E-mail', 'working');
});

test('adds the Telegram chat that opens the link of the QR code, and shows why the bot fails', async () => {
  await using telegram = testTelegram();
  const bot = { telegramToken: BOT_TOKEN, telegramUrl: telegram.url };
  await using browser = await testBrowser(bot);
  await eventually(() => telegram.received.some(({ path }) => path.endsWith('/getUpdates')));
  const page = await browser.logIn('/settings/notifications/new');
  await page.getByRole('radio', { name: 'Telegram' }).click();
  await page.getByRole('button', { name: 'Get the link' }).click();
  await page.getByRole('img', { name: 'QR code for the link' }).waitFor();
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
  const link = await page.getByRole('link', { name: 'Open Telegram' }).getAttribute('href');
  telegram.write(42, `/start ${new URL(link ?? '').searchParams.get('start')}`);
  await step(page, 'Accepted by Telegram', 'done');
  telegram.refuse(409);
  await page.reload();
  await eventually(async () => {
    const { body } = await browser.server.as.owner.get<BotStates>('/contacts/bots');
    return body.telegram.problem;
  });
  await page.reload();
  await page.getByText('Another program polls this bot').waitFor();
});

test('adds a member of Slack, tests it, and shows why the app fails', async () => {
  await using slack = testSlack();
  const tokens = { slackAppToken: APP_TOKEN, slackBotToken: SLACK_TOKEN };
  await using browser = await testBrowser({ ...tokens, slackUrl: slack.url });
  const page = await browser.logIn('/settings/notifications/new');
  await page.getByRole('radio', { name: 'Slack' }).click();
  await page.getByLabel('Member ID').fill('U0ANN');
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click();
  await step(page, 'Accepted by Slack', 'done');
  expect(slack.chat('U0ANN').at(-1)?.text).toContain('can reach you');
  await page.getByLabel('Code').fill(codeIn(slack.chat('U0ANN').at(-1)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await state(page, 'Slack', 'working');
  slack.send({ type: 'disconnect', reason: 'link_disabled' });
  await eventually(async () => {
    const { body } = await browser.server.as.owner.get<BotStates>('/contacts/bots');
    return body.slack.problem;
  });
  await page.reload();
  await page.getByText('Socket Mode is off').waitFor();
});

test('shows what the server refuses of a contact at its field', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url, appriseUrl: ntfy.url });
  const page = await browser.logIn('/settings/notifications/new');
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add contact' });
  await page.getByText('More options').click();
  await page.getByLabel('Topic').fill('a b');
  await add.click();
  await page.getByText('Use a topic such as').waitFor();
  expect(await page.getByLabel('Topic').getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('radio', { name: 'Apprise' }).click();
  await page.getByText('Use a topic such as').waitFor({ state: 'detached' });
  await page.getByLabel('Configuration key').fill('a b');
  await add.click();
  await page.getByText('Use a configuration key of Apprise').waitFor();
  expect(await contactOf(browser)).toBeUndefined();
});

test('makes a topic for an app, shows it until the test is confirmed, and makes another one', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url, webhookAllow: '127.0.0.0/8' });
  const page = await browser.logIn('/settings/notifications/new', { viewport: phone });
  await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click();
  const shown = page.getByRole('group', { name: 'topic' });
  const first = await shown.textContent();
  await page.getByRole('img', { name: 'QR code that subscribes the app' }).waitFor();
  expect([await accessFaults(page, '[role=dialog]'), await layoutFaults(page)]).toEqual([[], []]);
  await page.getByRole('button', { name: 'Make another topic' }).click();
  await page.waitForFunction((topic) => !document.body.textContent?.includes(topic), first ?? '');
  const topic = (await shown.textContent()) ?? '';
  expect(topic).toMatch(/^inbox-[0-9a-f]{32}$/);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await eventually(() => ntfy.shown(topic).find(({ title }) => title === 'Test'));
  expect(ntfy.shown(first ?? '')).toEqual([]);
  const { message = '' } = ntfy.shown(topic).find(({ title }) => title === 'Test') ?? {};
  await page.getByLabel('Code').fill(codeIn({ text: message }));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Test ntfy' }).click();
  await page.getByText('Accepted by').waitFor();
  expect(await page.content()).not.toContain(topic);
});

test('shows why a test was refused, and sends it again', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  await addTo(browser);
  const page = await browser.logIn('/settings/notifications');
  await state(page, 'Phone', /unconfirmed/);
  ntfy.answer(() => 403);
  await page.getByRole('button', { name: 'Test Phone' }).click();
  await step(page, `Refused by ${new URL(ntfy.url).host}`, 'failed');
  await page.getByText('Access was denied').waitFor();
  await page.getByText('(HTTP 403)').waitFor();
  expect(await page.getByLabel('Code').count()).toBe(0);
  expect(await accessFaults(page, '[role=dialog]')).toEqual([]);
  ntfy.answer(() => 200);
  await page.getByRole('button', { name: 'Send again' }).click();
  await step(page, `Accepted by ${new URL(ntfy.url).host}`, 'done');
  await page.getByLabel('Code').waitFor();
  ntfy.answer(() => 403);
  await page.getByRole('button', { name: 'Send again' }).click();
  await step(page, `Refused by ${new URL(ntfy.url).host}`, 'failed');
  await page.getByRole('button', { name: 'Done' }).click();
  await state(page, 'Phone', /failing since/);
});

test('edits, disables, enables and removes a contact', async () => {
  await using ntfy = testNtfy();
  await using browser = await testBrowser({ ntfyUrl: ntfy.url });
  await addTo(browser);
  const page = await browser.logIn('/settings/notifications', { viewport: phone });
  await page.getByRole('button', { name: 'Edit Phone' }).click();
  await page.getByLabel('Name').fill('Pixel');
  await page.getByLabel('Delay').selectOption('1 minute');
  await page.getByLabel('Allow answers').uncheck();
  await page.getByLabel('Disabled').check();
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await state(page, 'Pixel', 'disabled by you');
  expect(await contactOf(browser)).toMatchObject({ answers: false, delaySeconds: 60 });
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enable Pixel' }).click();
  await state(page, 'Pixel', /unconfirmed/);
  await page.getByRole('button', { name: 'Edit Pixel' }).click();
  await page.getByLabel('Delay').selectOption('Default');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await contactOf(browser)).toMatchObject({ delaySeconds: null, disabledAt: null });
  await page.getByRole('button', { name: 'Edit Pixel' }).click();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove contact' }).click();
  await page.getByText('No contacts yet').waitFor();
  expect(await contactOf(browser)).toBeUndefined();
});

test("saves quiet hours in the browser's time zone, and shows them again", async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/notifications', { timezoneId: 'Asia/Tokyo' });
  const rules = async () => (await browser.server.as.owner.get<Attention>('/attention')).body;
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Remind me').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Add quiet hours' }).click();
  const first = page.getByRole('group', { name: 'Quiet hours 1' });
  const days = first.getByRole('checkbox');
  for (let at = 0; at < 7; at++) await days.nth(at).uncheck();
  await page.getByText('Choose at least one day').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await first.getByLabel('Saturday').check();
  await first.getByLabel('Sunday').check();
  await first.getByLabel('To', { exact: true }).fill('22:00');
  await save.click();
  await first.getByText('Must differ from the start').waitFor();
  await first.getByLabel('To', { exact: true }).fill('09:30');
  await page.getByRole('button', { name: 'Add quiet hours' }).click();
  await page.getByLabel('high-urgency').check();
  await page.getByLabel('Remind me').uncheck();
  await page.getByLabel('E-mail me my pending questions').check();
  await page.getByLabel('Time of the e-mail').fill('06:30');
  expect(await accessFaults(page)).toEqual([]);
  await save.click();
  await page.getByRole('alert').getByText('Saved').waitFor();
  expect(await rules()).toEqual({
    timeZone: 'Asia/Tokyo',
    quiet: [
      { days: [6, 0], from: '22:00', to: '09:30' },
      { days: [1, 2, 3, 4, 5, 6, 0], from: '22:00', to: '07:00' },
    ],
    highBreaksThrough: true,
    reminders: false,
    digest: '06:30',
  });
  await page.reload();
  await first.waitFor();
  expect(await first.getByLabel('To', { exact: true }).inputValue()).toBe('09:30');
  expect(await first.getByLabel('Monday').isChecked()).toBe(false);
  expect(await page.getByLabel('Remind me').isChecked()).toBe(false);
  expect(await page.getByLabel('Time of the e-mail').inputValue()).toBe('06:30');
  await page.getByRole('button', { name: 'Remove Quiet hours 2' }).click();
  await page.getByLabel('Time zone').selectOption('America/New_York');
  await save.click();
  await page.getByRole('alert').getByText('Saved').waitFor();
  expect(await rules()).toMatchObject({ timeZone: 'America/New_York', quiet: [{ days: [6, 0] }] });
});
