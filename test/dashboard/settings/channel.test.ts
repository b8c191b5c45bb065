import { expect, test } from 'bun:test';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { Webhook } from '../../../src/core/webhooks/schema.ts';
import { accessFaults, testBrowser } from '../../support/browser/browser.ts';
import { testReceiver } from '../../support/delivery/http-receiver.ts';
import { eventually } from '../../support/reach/eventually.ts';

/** Attempts follow when a person asks for them, and not by themselves. */
const flags = { webhookAllow: '127.0.0.1', webhookRetries: 'off' };

test('tests a webhook against its receiver, and shows a failure with its response', async () => {
  await using browser = await testBrowser(flags);
  await using receiver = testReceiver(() => new Response('no room', { status: 507 }));
  const { id } = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn(`/settings/channels/${id}`);
  await page.getByLabel('URL', { exact: true }).fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await page.getByText('not publicly reachable').waitFor();
  expect(await page.getByLabel('URL', { exact: true }).getAttribute('aria-invalid')).toBe('true');

  await page.getByLabel('URL', { exact: true }).fill(`${receiver.url}/hook`);
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByLabel('Header name').fill('X-Team');
  await page.getByLabel('Value of X-Team').fill('blue');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await page.getByRole('alert').getByText('Webhook saved').waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.locator('.webhook-outcome').getByText('no room').waitFor();
  await page.getByText('Failing.').waitFor();
  expect(receiver.received[0]?.headers.get('x-team')).toBe('blue');

  receiver.answer(() => 204);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.locator('.webhook-outcome').getByText('HTTP 204').waitFor();
  await page.getByText('Failing.').waitFor({ state: 'detached' });
});

test('keeps a header value for the same host, replaces it on request, and never sends it to another', async () => {
  await using browser = await testBrowser(flags);
  await using receiver = testReceiver();
  await using other = testReceiver();
  const { id } = await browser.server.channel();
  const headers = { Authorization: 'secret', 'X-Old': 'old' };
  const url = `${receiver.url}/`;
  await browser.server.as.owner.post('/agents/setWebhook', { channelId: id, url, headers });
  const page = await browser.logIn(`/settings/channels/${id}`);
  const save = page.getByRole('button', { name: 'Save webhook' });
  const saved = page.getByRole('alert').getByText('Webhook saved');
  expect(await save.isDisabled()).toBe(true);
  await page.getByLabel('URL', { exact: true }).fill(`${receiver.url}/new`);
  await page.getByRole('button', { name: 'Replace the value of X-Old' }).click();
  await page.keyboard.type('new');
  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByLabel('Header name').nth(2).fill('authorization');
  await save.click();
  await page.getByText('Duplicate header name').waitFor();
  await page.getByRole('button', { name: 'Remove authorization', exact: true }).click();
  expect(await accessFaults(page)).toEqual([]);
  await save.click();
  await saved.waitFor();
  await page.getByRole('button', { name: 'Replace the value of X-Old' }).waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.locator('.webhook-outcome').getByText('HTTP 2').waitFor();
  const sent = receiver.received[0]?.headers;
  expect([sent?.get('authorization'), sent?.get('x-old')]).toEqual(['secret', 'new']);

  await page.getByLabel('URL', { exact: true }).fill(`${other.url}/`);
  await page.getByText(`The saved values are for ${new URL(receiver.url).host}`).waitFor();
  await save.click();
  expect(await page.getByText('Enter the value again, or remove the header').count()).toBe(2);
  expect(await accessFaults(page)).toEqual([]);
  await page.getByLabel('Value of Authorization').fill('another secret');
  await page.getByRole('button', { name: 'Remove X-Old' }).click();
  await save.click();
  await page.getByRole('button', { name: 'Replace the value of Authorization' }).waitFor();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.locator('.webhook-outcome').getByText('HTTP 2').waitFor();
  const elsewhere = other.received[0]?.headers;
  expect([elsewhere?.get('authorization'), elsewhere?.get('x-old')]).toEqual([
    'another secret',
    null,
  ]);
});

test('sets how long people are not notified, shows what was set elsewhere, and goes back to the default', async () => {
  await using browser = await testBrowser();
  const { id } = await browser.server.channel();
  const { owner } = browser.server.as;
  await owner.patch(`/agents/${id}`, { notifyAfterSeconds: 45 });
  const page = await browser.logIn(`/settings/channels/${id}`);
  const field = page.getByLabel('Notify people');
  const save = page.getByRole('button', { name: 'Save notifications' });
  const stored = async () => (await owner.get<Agent>(`/agents/${id}`)).body.notifyAfterSeconds;
  expect(await field.locator(':checked').textContent()).toBe('After 45 seconds');
  expect(await save.isDisabled()).toBe(true);
  for (const [label, seconds] of [
    ['After 20 seconds', 20],
    ['Immediately', 0],
    ['Default', null],
  ] as const) {
    await field.selectOption({ label });
    await save.click();
    await eventually(async () => (await stored()) === seconds);
    await page.locator('button[disabled]', { hasText: 'Save notifications' }).waitFor();
  }
  expect(await accessFaults(page)).toEqual([]);
});

test('reveals the secret on request, and shows a rotated one in both browsers', async () => {
  await using browser = await testBrowser();
  const { id } = await browser.server.channel();
  const before = await browser.server.as.owner.get<Webhook>(`/agents/${id}/webhook`);
  const [page, other] = [
    await browser.logIn(`/settings/channels/${id}`),
    await browser.logIn(`/settings/channels/${id}`),
  ];
  for (const one of [page, other]) {
    await one.getByRole('button', { name: 'Show secret' }).waitFor();
    expect(await one.content()).not.toContain('whsec_');
  }
  await other.getByRole('button', { name: 'Show secret' }).click();
  await other.getByText(before.body.secret).waitFor();
  await page.getByRole('button', { name: 'Rotate…' }).click();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByText(/Previous secret/).waitFor();
  const { body } = await browser.server.as.owner.get<Webhook>(`/agents/${id}/webhook`);
  expect(body.secret).not.toBe(before.body.secret);
  await page.getByText(body.secret).waitFor();
  await other.getByText(body.secret).waitFor();
});

test('renames a channel live, and deletes it only by its typed name', async () => {
  await using browser = await testBrowser();
  const { id } = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn(`/settings/channels/${id}`);
  const other = await browser.logIn('/activity/agents');
  await page.getByLabel('Name', { exact: true }).fill('ship-bot');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await other.locator('.agent').getByText('ship-bot').waitFor();

  await page.getByRole('button', { name: 'Delete channel…' }).click();
  const confirm = page.getByRole('button', { name: 'Delete channel', exact: true });
  await page.getByLabel('Type “ship-bot” to confirm').fill('ship');
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByLabel('Type “ship-bot” to confirm').fill('ship-bot');
  await confirm.click();
  await page.getByText('No channels yet').waitFor();
  await other.getByText('No agents yet').waitFor();
  expect((await browser.server.as.owner.get(`/agents/${id}`)).status).toBe(404);
});

test('sets how many questions of a channel stay critical in an hour, and shows which were lowered', async () => {
  await using browser = await testBrowser();
  const { id: channelId } = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn(`/settings/channels/${channelId}`);
  const field = page.getByLabel('Most in an hour');
  const save = page.getByRole('button', { name: 'Save limit' });
  expect([await field.inputValue(), await save.isDisabled()]).toEqual(['5', true]);
  for (const wrong of ['101', '-1', '2.5', 'many', '']) {
    await field.fill(wrong);
    await page.getByText('Enter a number from 0 to 100.').waitFor();
    expect(await save.isDisabled()).toBe(true);
  }
  await field.fill('0');
  expect(await accessFaults(page)).toEqual([]);
  await save.click();
  await page.getByRole('alert').getByText('saved').waitFor();
  const review = { type: 'approval', payload: { title: 'Fire?' }, urgency: 'critical' };
  const asked = await browser.server.as.agent.post<{ id: string }>('/messages', {
    channelId,
    review,
  });
  await page.goto(`${browser.server.url}/m/${asked.body.id}`);
  await page.locator('.question-context').getByText('as critical').waitFor();
  await page.locator('.question-context').getByText('High').waitFor();
});
