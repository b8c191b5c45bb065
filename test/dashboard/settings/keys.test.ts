import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Key, NewKey } from '../../../src/core/access/schema.ts';
import { accessFaults, testBrowser } from '../../support/browser/browser.ts';
import { needs } from '../../support/machine/tools.ts';

const secretIn = async (page: Page) =>
  (await page.locator('.copyable code').first().textContent()) ?? '';

needs('curl')(
  'creates a key by keyboard that works with the shown command until revoked',
  async () => {
    await using browser = await testBrowser();
    const channel = await browser.server.channel({ name: 'deploy-bot' });
    const page = await browser.logIn('/settings/keys');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('ci');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    // A name that no channel has sends nothing.
    await page.keyboard.type('nothing');
    await page.getByText('No matching channels').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Channels' }).fill('deploy');
    const option = page.getByRole('option', { name: 'deploy-bot' });
    await option.waitFor();
    await page.keyboard.press('ArrowDown');
    await option.and(page.locator('[data-combobox-selected]')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create key' }).press('Enter');
    await page.getByText('be able to see it again').waitFor();

    const secret = await secretIn(page);
    const command = (await page.locator('.copyable code').nth(1).textContent()) ?? '';
    const asked = Bun.spawn(['sh', '-c', `${command} -s -o /dev/null -w '%{http_code}'`]);
    expect(await new Response(asked.stdout).text()).toBe('201');
    const { body: keys } = await browser.server.as.owner.get<Key[]>('/keys');
    const made = keys.find(({ name }) => name === 'ci');
    expect(made?.channels).toEqual([channel.id]);
    expect(Date.parse(made?.expiresAt ?? '') - Date.now()).toBeGreaterThan(89 * 86_400_000);

    // A slip does not close what is shown once; when it is closed, it is gone.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    expect(page.url()).not.toContain('hp_');
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('hp_');

    await page.getByRole('button', { name: 'Revoke ci' }).press('Enter');
    await page.getByRole('dialog').getByText('lose access to deploy-bot').waitFor();
    await page.getByRole('dialog').locator('button:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Key ci revoked').waitFor();
    await page.getByText('Revoked (1)').waitFor();
    const { status } = await browser.server.as.key(secret).get('/agents');
    expect(status).toBe(401);
  },
);

test('rotates a key and keeps the old one valid for the chosen time', async () => {
  await using browser = await testBrowser();
  const { as, channel } = browser.server;
  const { id } = await channel({ name: 'deploy-bot' });
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const { body: old } = await as.owner.post<NewKey>('/keys', {
    name: 'ci',
    channels: [id],
    expiresAt: days(90),
  });
  await as.owner.post('/keys', { name: 'soon', expiresAt: days(13) });
  await as.owner.post('/keys', { name: 'later', expiresAt: days(15) });
  await as.key(old.key).get('/agents');
  const page = await browser.logIn('/settings/keys');
  const names = page.locator('.settings-item-name');
  await names.nth(3).waitFor();
  // Used last, then the newest.
  expect(await names.allTextContents()).toEqual(['ci', 'later', 'soon', 'Agent']);
  const warned = page.locator('.settings-item', { has: page.locator('.is-warning') });
  expect(await warned.locator('.settings-item-name').allTextContents()).toEqual(['soon']);

  await page.getByRole('button', { name: 'Rotate ci' }).click();
  await page.getByRole('dialog').getByText('deploy-bot').waitFor();
  await page.getByLabel('Keep the old key valid').selectOption('7');
  expect(await accessFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create new key' }).click();
  await page.getByText('be able to see it again').waitFor();
  const secret = await secretIn(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Rotate ci' }).nth(1).waitFor();
  const { body: keys } = await as.owner.get<Key[]>('/keys');
  const [before, after] = keys.filter(({ name }) => name === 'ci');
  expect(after).toMatchObject({ channels: [id], prefix: secret.slice(0, 11) });
  expect(Math.abs(Date.parse(before?.expiresAt ?? '') - Date.parse(days(7)))).toBeLessThan(
    3_600_000,
  );
  const statuses = [old.key, secret].map(async (key) => (await as.key(key).get('/agents')).status);
  expect(await Promise.all(statuses)).toEqual([200, 200]);
});

test('creates one key for a form sent twice, and shows a refusal at the field', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/keys/new');
  await page.getByLabel('Name').fill('once');
  await page.getByLabel('Expires').selectOption('date');
  await page.getByLabel('Expiry date').fill('2020-01-01');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Must be in the future').waitFor();
  expect(await page.getByLabel('Expiry date').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Name').inputValue()).toBe('once');

  await page.getByLabel('Expires').selectOption('never');
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('[role="dialog"] form');
    for (let press = 0; press < 5; press++) form?.requestSubmit();
  });
  await page.getByText('be able to see it again').waitFor();
  const { body: keys } = await browser.server.as.owner.get<Key[]>('/keys');
  expect(keys.filter(({ name }) => name === 'once')).toHaveLength(1);
});

test('reports a failed revocation, and succeeds on the second try', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/settings/keys');
  await page.getByRole('button', { name: 'Revoke Agent' }).click();
  await page.context().setOffline(true);
  const confirm = page.getByRole('button', { name: 'Revoke key' });
  await confirm.click();
  await page.getByRole('alert').getByText('The inbox does not answer').waitFor();
  await page.context().setOffline(false);
  await confirm.click();
  await page.getByText('No active API keys').waitFor();
});

test('lists and filters 300 keys, and shows a new one live in another browser', async () => {
  await using browser = await testBrowser();
  const { owner } = browser.server.as;
  for (let at = 0; at < 300; at++) await owner.post('/keys', { name: `worker-${at}-of-300` });
  const page = await browser.logIn('/settings/keys');
  await page.getByRole('textbox', { name: 'Search keys' }).fill('worker-217-of-300');
  await page.getByRole('button', { name: 'Revoke worker-217-of-300' }).waitFor();
  expect(await page.getByRole('button', { name: /^Revoke worker/ }).count()).toBe(1);
  await page.getByRole('textbox', { name: 'Search keys' }).fill('late');
  await page.getByText('No matches').waitFor();
  await owner.post('/keys', { name: 'late comer' });
  await page.getByRole('button', { name: 'Revoke late comer' }).waitFor();
});
