/** A question of a plugin is asked with the words of its manifest, and answered in its form. */
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layoutFaults } from '../../scripts/screens/faults.ts';
import { accessFaults, phone, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask } from '../support/browser/questions.ts';

const manifest = {
  name: 'incident',
  displayName: 'Incident',
  version: '1.0.0',
  inputSchema: {
    type: 'object',
    properties: { service: { type: 'string', title: 'Affected service' } },
  },
  answerSchema: {
    type: 'object',
    required: ['action'],
    properties: {
      action: { title: 'What to do', enum: ['roll back', 'wait'] },
      minutes: { title: 'For how long', type: 'integer', minimum: 1 },
    },
  },
};

function install(data: string): void {
  mkdirSync(join(data, 'plugins/incident'), { recursive: true });
  writeFileSync(join(data, 'plugins/incident/plugin.json'), JSON.stringify(manifest));
}

test('draws the form of an answerSchema, with its titles from the first paint', async () => {
  await using browser = await testBrowser({}, install);
  const asked = await ask(browser, 'incident', { service: 'checkout' });
  const page = await browser.logIn('/settings', { viewport: phone });
  await page.route('**/api/v1/plugins', async (route) => {
    expect(await page.getByText('service', { exact: true }).count()).toBe(0);
    await route.continue();
  });
  await page.goto(`/m/${asked.id}`);
  await page.getByText('Affected service').waitFor();
  expect(await page.getByText('_answerSchema').count()).toBe(0);
  await page.getByLabel('What to do').selectOption('wait');
  await page.getByLabel('For how long').fill('0');
  await page.keyboard.press('Control+Enter');
  await page.getByText('At least 1', { exact: true }).waitFor();
  expect([...(await layoutFaults(page)), ...(await accessFaults(page))]).toEqual([]);
  await page.getByLabel('For how long').fill('20');
  await page.keyboard.press('Control+Enter');
  expect(await answerOf(browser, asked)).toEqual({ action: 'wait', minutes: 20 });
  await page.goto(`/answered/${asked.id}`);
  await page.getByText('For how long', { exact: true }).first().waitFor();
}, 60_000);
