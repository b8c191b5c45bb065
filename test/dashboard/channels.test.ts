import { expect, test } from 'bun:test';
import type { Agent } from '../../src/core/channels/schema.ts';
import { accessFaults, desk, phone, testBrowser } from '../support/browser/browser.ts';

test('creates a channel on a phone and opens it', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/channels', { viewport: phone });
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('night-watch');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  expect(await accessFaults(page)).toEqual([]);
});

test('lists channels with pending questions first, moves none under the pointer, and filters by name', async () => {
  await using browser = await testBrowser();
  const { channel, as } = browser.server;
  const made: Agent[] = [];
  for (let at = 0; at < 11; at++) made.push(await channel({ name: `agent-${at}` }));
  const page = await browser.logIn('/activity/agents');
  const nav = page.getByRole('navigation', { name: 'Main' });
  const names = () => nav.locator('.navigation-channels .nav-name').allInnerTexts();
  await nav.getByRole('link', { name: 'agent-10' }).waitFor();
  expect(await nav.getByLabel('Find a channel').count()).toBe(0);
  const ask = (at: number) =>
    as.agent.post('/messages', { channelId: made[at]?.id, review: { type: 'approval' } });
  await ask(7);
  await page.waitForFunction(
    () => document.querySelector('.navigation-channels .nav-name')?.textContent === 'agent-7',
  );
  await nav.getByRole('link', { name: 'agent-2' }).hover();
  await ask(9);
  await nav.getByRole('link', { name: '1 pending in agent-9' }).waitFor();
  expect((await names()).slice(0, 2)).toEqual(['agent-7', 'agent-0']);
  await page.mouse.move(700, 500);
  // With names reduced to signs, a number is not a target.
  await page.setViewportSize({ width: 820, height: 1180 });
  await nav.getByRole('link', { name: /agent-9.*1 pending$/ }).waitFor();
  expect(await accessFaults(page, '.navigation')).toEqual([]);
  await page.setViewportSize(desk);
  await page.waitForFunction(
    () => document.querySelectorAll('.navigation-channels .nav-name')[1]?.textContent === 'agent-9',
  );
  await channel({ name: 'night-watch' });
  await nav.getByLabel('Find a channel').fill('night');
  await nav.getByRole('link', { name: 'agent-7' }).first().waitFor({ state: 'detached' });
  expect(await names()).toEqual(['night-watch']);
});
