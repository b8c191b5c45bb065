import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { accessFaults, testBrowser } from '../support/browser/browser.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { openBeside } from '../support/inbox/beside.ts';

const flags = { webhookAllow: '127.0.0.1', webhookRetries: 'off' };
const SIX_DAYS_MS = 6 * 24 * 60 * 60 * 1000;

/** Makes it look as if what fails now had failed for longer. */
function failedForDays(data: string): void {
  using db = openBeside(data);
  const since = new Date(Date.now() - SIX_DAYS_MS).toISOString();
  db.run('update webhooks set failingSince = ? where failingSince is not null', [since]);
}

test('shows a paused webhook once per page, and sends what it missed when resumed', async () => {
  await using browser = await testBrowser(flags);
  await using dead = testReceiver(() => 500);
  await using alive = testReceiver();
  const { as, channel, data } = browser.server;
  const { id } = await channel({ name: 'data-pipeline', webhookUrl: dead.url });
  const { id: other } = await channel({ name: 'deploy-bot', webhookUrl: alive.url });
  const page = await browser.logIn('/activity/deliveries');
  const write = (channelId: string, text: string) =>
    as.owner.post<Message>('/messages', { channelId, text });
  await write(id, 'First');
  await page.locator('.delivery').getByText('Failed').waitFor();
  failedForDays(data);
  await write(id, 'Second');
  const line = page.locator('.paused-line');
  await line.getByText('data-pipeline paused').waitFor();
  await write(id, 'Third');
  await line.getByText(/, 3 not sent$/).waitFor();
  const question = { type: 'approval', payload: { title: 'Deploy 1.4.2?' } };
  const asked = await as.agent.post<Message>('/messages', { channelId: other, review: question });
  const response = { selectedOption: 'approve' };
  await as.owner.post(`/reviews/${asked.body.id}/respond`, { response });
  await write(other, 'Well done');
  const titles = page.locator('.delivery .delivery-what');
  await titles.getByText('Well done').waitFor();
  const said = async () => (await titles.allInnerTexts()).map((text) => text.split('\n').join(' '));
  expect(await said()).toEqual(['Message Well done', 'Answer Deploy 1.4.2?']);

  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: /data-pipeline\s+Webhook paused/ }).waitFor();
  expect(await nav.getByRole('link', { name: /deploy-bot/ }).textContent()).not.toMatch(/paused/);
  expect(await accessFaults(page)).toEqual([]);
  await page.getByLabel('Channel', { exact: true }).selectOption('data-pipeline');
  await titles.getByText('Third').waitFor();
  await page.getByText('Failed', { exact: true }).first().click();
  await page.waitForURL(`**/activity/deliveries?channel=${id}&status=failed`);
  await page.reload();
  await titles.getByText('First').waitFor();
  for (const key of ['j', 'j', 'k', 'j', 'Enter']) await page.keyboard.press(key);
  await page.locator('.delivery[data-open]').getByText('Second').waitFor();

  await nav.getByRole('link', { name: /^Settings\s+A webhook is paused/ }).click();
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await sections.getByRole('link', { name: /Channels\s+A webhook is paused/ }).click();
  await page
    .locator('.settings-item')
    .getByRole('link', { name: /paused/ })
    .click();
  await page.getByText(/after five days of failures.*3 not sent/).waitFor();

  await page.goto(`/c/${id}`);
  const messages = page.locator('.channel-message');
  await messages.nth(2).waitFor();
  await line.getByText(/^Webhook paused .*, 3 not sent$/).waitFor();
  await messages.locator('.paused-sign').nth(2).waitFor();
  expect(await page.locator('.channel-failed').count()).toBe(0);
  expect(await line.getByRole('link').getAttribute('href')).toBe(`/settings/channels/${id}`);
  expect(await accessFaults(page)).toEqual([]);
  dead.answer(() => 204);
  await line.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Webhook resumed, 3 deliveries queued').waitFor();
  await line.waitFor({ state: 'detached' });
  await page.locator('.channel-ticks[data-status=webhook_delivered]').nth(2).waitFor();
  expect(await page.locator('.paused-sign').count()).toBe(0);
  await page.goto('/activity?kind=webhooks');
  await page.getByText('The inbox paused the webhook of channel “data-pipeline”').waitFor();
  await page.getByText('Ana resumed the webhook of channel “data-pipeline”').waitFor();
});
