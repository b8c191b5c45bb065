import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import {
  accessFaults,
  desk,
  phone,
  schemesAt,
  search,
  testBrowser,
} from '../support/browser/browser.ts';
import { holdLive } from '../support/browser/held.ts';

const ask = (channelId: string, text: string) => ({
  channelId,
  text,
  review: { type: 'approval' },
});

test('has no serious axe violations, light and dark, wide and narrow', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel({ name: 'deploy-bot' });
  await browser.server.as.agent.post('/messages', ask(channel.id, 'Deploy?'));
  const page = await browser.logIn();
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Pending' }).waitFor();
    expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
  }
});

test('shows and announces a question live in every browser, and removes it once answered', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const channel = await server.channel({ name: 'deploy-bot' });
  const pages = [await browser.logIn(), await browser.logIn()];
  for (const page of pages)
    await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();

  const { body } = await server.as.agent.post<Message>('/messages', ask(channel.id, 'Deploy?'));
  for (const page of pages) {
    await page.getByRole('link', { name: 'Deploy?' }).waitFor();
    await page.getByText('New question from deploy-bot: Deploy?').waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.title === '(1) Deploy? · Inbox');
    const icon = page.locator('link[rel="icon"]');
    expect(await icon.getAttribute('href')).toStartWith('data:image/svg+xml');
  }
  await server.as.owner.post(`/reviews/${body.id}/respond`, {
    response: { selectedOption: 'approve' },
  });
  for (const page of pages) {
    await page.getByRole('heading', { name: "You're all caught up" }).waitFor();
    await page.waitForFunction(() => document.title === 'Deploy? · Inbox');
  }
});

test('shows a lost connection, and catches up when it is back', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const channel = await server.channel({ name: 'deploy-bot' });
  const old = await server.as.agent.post<Message>('/messages', ask(channel.id, 'From before'));
  const page = await browser.logIn();
  await page.getByRole('link', { name: 'From before' }).waitFor();
  await server.as.agent.post('/messages', ask(channel.id, 'Heard live'));
  await page.getByRole('link', { name: 'Heard live' }).waitFor();

  await page.context().setOffline(true);
  await page.getByText('Reconnecting…').waitFor();
  await server.as.agent.post('/messages', ask(channel.id, 'Missed?'));
  const response = { selectedOption: 'approve' };
  await server.as.owner.post(`/reviews/${old.body.id}/respond`, { response });
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Missed?' }).waitFor();
  await page.getByText('New question from deploy-bot: Missed?').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'From before' }).waitFor({ state: 'detached' });
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
});

test('announces questions from before the connection, but not from before the page', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const channel = await server.channel({ name: 'deploy-bot' });
  await server.as.agent.post('/messages', ask(channel.id, 'From before'));
  const page = await browser.logIn('/health');
  const connection = await holdLive(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'From before' }).waitFor();
  expect(await page.getByText(/New question/).count()).toBe(0);
  await server.as.agent.post('/messages', ask(channel.id, 'Unheard?'));
  await server.as.agent.post('/messages', ask(channel.id, 'Unheard too?'));
  connection.release();
  await page.getByText('2 new questions').waitFor({ state: 'attached' });
  await server.as.agent.post('/messages', ask(channel.id, 'Heard?'));
  await page.getByText('New question from deploy-bot: Heard?').waitFor({ state: 'attached' });
});

test('shows when the page gets no live connection at all', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/health');
  await page.routeWebSocket(/socket/, (socket) => socket.close());
  await page.goto('/');
  await page.getByRole('heading', { name: 'Connect your first agent' }).waitFor();
  await page.getByText('Reconnecting…').waitFor();
});

test('navigates by keys, but not while typing in a field', async () => {
  await using browser = await testBrowser();
  await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.waitForURL('**/settings');

  await search(page, 'deploy');
  await page.getByRole('button', { name: /deploy-bot/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/c/*');
});

test("shows an agent's status live, in words too", async () => {
  await using browser = await testBrowser();
  const { id } = await browser.server.channel({ name: 'deploy-bot' });
  const page = await browser.logIn();
  const row = page.getByRole('link', { name: /deploy-bot/ });
  await row.getByText('never connected').waitFor({ state: 'attached' });
  await browser.server.as.agent.post('/status/ping', { agentId: id, status: 'busy' });
  await row.getByText('busy').waitFor({ state: 'attached' });
});

test('cuts nothing off on a narrow phone', async () => {
  await using browser = await testBrowser();
  const page = await browser.logIn('/', { viewport: { width: 320, height: 568 } });
  await page.getByRole('heading', { name: 'Pending' }).waitFor();
  const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(wider)).toBe(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
});
