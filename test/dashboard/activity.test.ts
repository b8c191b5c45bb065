import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { openPath, testBrowser } from '../support/browser/browser.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { openBeside } from '../support/inbox/beside.ts';

const flags = { webhookAllow: '127.0.0.1', webhookRetries: 'off' };

test('shows a failed delivery live in every browser and retries it', async () => {
  await using browser = await testBrowser(flags);
  await using receiver = testReceiver(() => new Response('out of disk', { status: 500 }));
  const { id } = await browser.server.channel({ name: 'deploy-bot', webhookUrl: receiver.url });
  const pages = [
    await browser.logIn('/activity/deliveries'),
    await browser.logIn('/activity/deliveries'),
  ];
  for (const page of pages) await page.getByText('No deliveries yet').waitFor();

  await browser.server.as.owner.post<Message>('/messages', { channelId: id, text: 'Go' });
  for (const page of pages) await page.getByRole('button', { name: /Failed/ }).waitFor();
  const [page, other] = pages;
  if (!page || !other) throw new Error('unreachable');
  // By keyboard alone.
  await page.getByRole('button', { name: /Failed/ }).press('Enter');
  await page.getByText('out of disk').waitFor();
  receiver.answer(() => 204);
  await page.getByRole('button', { name: 'Retry now' }).press('Enter');
  await page.getByRole('alert').getByText('Retry queued').waitFor();
  for (const one of pages) {
    await one.getByRole('button', { name: /Delivered.*2 attempts/ }).waitFor();
  }
  expect(receiver.ids()[1]).toBe(receiver.ids()[0] ?? null);
  await browser.server.as.owner.post<Message>('/messages', { channelId: id, text: 'Stop' });
  await page.locator('.delivery').nth(1).waitFor();
  for (const column of ['.delivery-title', '.delivery-where', '.delivery-tries']) {
    const lefts = await page
      .locator(column)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(lefts).toEqual([lefts[0] ?? 0, lefts[0] ?? 0]);
  }
  expect(await page.getByRole('button', { name: 'Retry now' }).count()).toBe(0);
});

test('filters failed deliveries and loads more on request', async () => {
  await using browser = await testBrowser(flags);
  await using receiver = testReceiver(({ body }) => (body.includes('bad') ? 500 : 204));
  const { id } = await browser.server.channel({ webhookUrl: receiver.url });
  for (let at = 0; at < 35; at++) {
    const text = at === 0 ? 'bad' : 'good';
    await browser.server.as.owner.post('/messages', { channelId: id, text });
  }
  await receiver.has(35);
  const page = await browser.logIn('/activity/deliveries');
  await page.getByRole('button', { name: 'Show older' }).click();
  await page.locator('.delivery').nth(34).waitFor();
  await page.getByText('Failed', { exact: true }).first().click();
  await page.waitForFunction(() => document.querySelectorAll('.delivery').length === 1);
});

test("shows an agent's status, message and heartbeat live, with a ticking age", async () => {
  await using browser = await testBrowser();
  const { id } = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn('/activity/agents');
  const row = page.locator('.agent');
  await row.getByText('never connected').waitFor();
  const ping = { agentId: id, status: 'error', message: 'no disk' };
  await browser.server.as.agent.post('/status/ping', ping);
  await row.getByText('error').waitFor();
  await row.getByText('no disk').waitFor();
  await row.getByText('just now').waitFor();
  await row.getByText('6s ago').waitFor();
});

test('shows an agent as active in its channel and in Activity, and its key as used', async () => {
  await using browser = await testBrowser();
  const { agentKey, as, channel } = browser.server;
  const { id: channelId } = await channel({ name: 'deploy-bot' });
  const page = await browser.logIn(`/c/${channelId}`);
  const status = page.locator('.channel-status');
  await status.getByText('never connected').waitFor();
  await as.agent.post('/messages', { channelId, text: 'Deployed' });
  await status.getByText(/^active · seen/).waitFor();
  await openPath(page, '/activity/agents');
  await page.locator('.agent').getByText('active').waitFor();
  await page.locator('.agent').getByText(/^seen/).waitFor();
  await openPath(page, '/settings/keys');
  await page.getByText(agentKey.prefix).waitFor();
  await page
    .getByText(/^used /)
    .first()
    .waitFor();
});

test('shows since when an offline agent has been quiet', async () => {
  await using browser = await testBrowser();
  const { id: agentId } = await browser.server.channel({ name: 'deploy-bot' });
  await browser.server.as.agent.post('/status/ping', { agentId, status: 'offline' });
  using database = openBeside(browser.server.data);
  const quietSince = new Date(Date.now() - 12.5 * 60_000).toISOString();
  database.run('update channels set lastActiveAt = ? where id = ?', [quietSince, agentId]);
  const page = await browser.logIn(`/c/${agentId}`);
  await page.locator('.channel-status').getByText('offline · quiet for 12m').waitFor();
  await openPath(page, '/activity/agents');
  await page.locator('.agent').getByText('quiet for 12m').waitFor();
});

test('shows a reviewer only the agents and deliveries of their channels', async () => {
  await using browser = await testBrowser(flags);
  await using receiver = testReceiver();
  const { owner } = browser.server.as;
  const [own, other] = [
    await browser.server.channel({ name: 'own-bot', webhookUrl: receiver.url }),
    await browser.server.channel({ name: 'other-bot', webhookUrl: receiver.url }),
  ];
  for (const { id } of [own, other]) await owner.post('/messages', { channelId: id, text: 'Go' });
  const rita = { name: 'Rita', email: 'rita@example.com', password: 'a long password' };
  await owner.post('/users', { ...rita, channels: [own.id] });
  const page = await browser.page();
  await page.goto('/login?next=/activity/deliveries');
  await page.getByLabel('E-mail').fill(rita.email);
  await page.getByLabel('Password', { exact: true }).fill(rita.password);
  await page.keyboard.press('Enter');
  await page.locator('.delivery').getByText('own-bot').waitFor();
  expect(await page.content()).not.toContain('other-bot');
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.locator('.agent').getByText('own-bot').waitFor();
  expect(await page.content()).not.toContain('other-bot');
});
