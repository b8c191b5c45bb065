import { expect, test } from 'bun:test';
import type { Enrolled, Machine } from '../../../src/core/enrolments/schema.ts';
import { accessFaults, phone, testBrowser } from '../../support/browser/browser.ts';

test('connects an agent by the shown code, shows what it does, and ends its key', async () => {
  await using browser = await testBrowser();
  const { as } = browser.server;
  const page = await browser.logIn('/settings/agents');
  await page.getByRole('heading', { name: 'No agents connected' }).waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('inbox connect claude', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Create a code' }).press('Enter');
  const command = dialog.getByRole('group', { name: 'command' }).filter({ hasText: '--code' });
  const [, code = ''] = /--code (\S+)/.exec((await command.textContent()) ?? '') ?? [];
  await dialog.getByText(/Expires in \d+m/).waitFor();
  expect(await accessFaults(page)).toEqual([]);

  const machine = { code, client: 'claude', host: 'laptop', version: '2.1.330' };
  const { body: enrolled } = await as.nobody.post<Enrolled>('/enrol', machine);
  await dialog.getByText('Claude Code on laptop is connected.').waitFor();
  expect(await dialog.textContent()).not.toContain(code);
  await page.keyboard.press('Escape');
  const row = page.locator('.settings-item', { hasText: 'Claude Code on laptop' });
  await row.getByText('never asked').waitFor();
  const { key, keyId, channelId } = enrolled;
  await as.key(key).post('/messages', { channelId, review: { type: 'approval' }, text: 'Run?' });
  await row.getByText('asked just now').waitFor();
  await fetch(`${browser.server.url}/api/v1/hooks/claude`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ hook_event_name: 7 }),
  });
  await page.reload();
  await row.getByText('1 call not understood').click();
  await row.getByText('once').waitFor();
  expect(await accessFaults(page)).toEqual([]);

  await row.getByRole('button', { name: 'End Claude Code on laptop' }).press('Enter');
  await dialog.getByText('inbox disconnect claude').waitFor();
  await dialog.getByRole('button', { name: 'End its key' }).press('Enter');
  await page.getByText('Ended (1)').waitFor();
  const { body: machines } = await as.owner.get<Machine[]>('/enrolments');
  expect(machines).toMatchObject([{ keyId, endedAt: expect.any(String) }]);
});

test('says that a code has expired, and creates another', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/agents/new', { viewport: phone });
  const expiresIn = (ms: number) =>
    page.route('**/enrolments', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      const expiresAt = new Date(Date.now() + ms).toISOString();
      await route.fulfill({ response, json: { ...(await response.json()), expiresAt } });
    });
  await expiresIn(2000);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create a code' }).click();
  await dialog.getByText(/Expires in \ds/).waitFor();
  await dialog.getByText('The code has expired.').waitFor();
  expect(await dialog.textContent()).not.toContain('--code');
  await expiresIn(200_000);
  await dialog.getByRole('button', { name: 'Create another code' }).click();
  await dialog.getByText(/Expires in 3:\d\d/).waitFor();
});

test('leads from an inbox without channels to the first question of a coding agent', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/');
  await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
  await page.getByText('inbox connect claude', { exact: true }).waitFor();
  await page.getByText('OpenCode', { exact: true }).click();
  await page.getByText('inbox connect opencode', { exact: true }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create a code' }).click();
  const command = page.getByRole('group', { name: 'command' }).filter({ hasText: '--code' });
  const [, code = ''] = /--code (\S+)/.exec((await command.textContent()) ?? '') ?? [];
  const { as } = browser.server;
  const machine = { code, client: 'opencode', host: 'laptop' };
  const { body } = await as.nobody.post<Enrolled>('/enrol', machine);
  const asked = { channelId: body.channelId, review: { type: 'approval' }, text: 'Run it?' };
  await as.key(body.key).post('/messages', asked);
  await page.getByRole('heading', { name: 'Run it?' }).first().waitFor();
});
