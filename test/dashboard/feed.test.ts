import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Key } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { accessFaults, phone, testBrowser } from '../support/browser/browser.ts';

const ask = (title: string, more: object = {}) => ({
  review: { type: 'approval', payload: { title }, ...more },
});
const rows = (page: Page) => page.locator('.feed-row .feed-words');

test("shows activity live, with links, limited to a reviewer's channels", async () => {
  await using browser = await testBrowser();
  const { as, channel } = browser.server;
  const { id: channelId } = await channel({ name: 'deploy-bot' });
  const { id: other } = await channel({ name: 'research' });
  const page = await browser.logIn('/activity');
  await rows(page).getByText('created channel “deploy-bot”').waitFor();

  const send = async (body: object, to = channelId) =>
    (await as.agent.post<Message>('/messages', { channelId: to, ...body })).body;
  const answered = await send(ask('Deploy 1.4.2?'));
  const response = { selectedOption: 'approve' };
  await as.owner.post(`/reviews/${answered.id}/respond`, { response });
  await rows(page).getByText('Deploy 1.4.2?').waitFor();
  await page
    .locator('.feed-row')
    .filter({ hasText: 'Deploy 1.4.2?' })
    .getByText('Approve', { exact: true })
    .waitFor();
  await send(ask('Too late?', { expiresInSeconds: 1 }), other);
  await page
    .locator('.feed-row')
    .filter({ hasText: 'Too late?' })
    .locator('.ending-words')
    .waitFor();
  const { id: gone } = await send(ask('Never mind'));
  await as.agent.delete(`/messages/${gone}`);
  await rows(page).getByText('Question retracted by key “Agent”').waitFor();
  await as.owner.post<Key>('/keys', { name: 'ci', channels: 'all' });
  await rows(page).getByText('created key “ci”').waitFor();
  const rita = { name: 'Rita', email: 'rita@example.com', password: 'a long password' };
  await as.owner.post('/users', { ...rita, channels: [other] });
  await rows(page).getByText('added user Rita as reviewer').waitFor();
  expect(await page.locator('.feed-day').allInnerTexts()).toEqual(['Today']);
  expect(await accessFaults(page)).toEqual([]);

  await page.getByLabel('Kind').selectOption('Answered');
  await rows(page).getByText('created key “ci”').waitFor({ state: 'detached' });
  await page.locator('.feed-title').getByText('Deploy 1.4.2?').waitFor();
  expect(await page.locator('.feed-title').count()).toBe(1);
  await page.getByLabel('Channel', { exact: true }).selectOption('research');
  await page.getByText('No matching activity').waitFor();
  await page.getByLabel('Kind').selectOption('Everything');
  await rows(page).getByText('Too late?').waitFor();
  await rows(page).getByText('created channel “research”').waitFor();
  expect(await rows(page).count()).toBe(2);
  await page.reload();
  await rows(page).getByText('Too late?').waitFor();
  expect(await rows(page).count()).toBe(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/answered\/.*ended=expired/);

  const reviewer = await browser.page();
  await reviewer.goto('/login?next=/activity');
  await reviewer.getByLabel('E-mail').fill(rita.email);
  await reviewer.getByLabel('Password', { exact: true }).fill(rita.password);
  await reviewer.keyboard.press('Enter');
  await rows(reviewer).getByText('Too late?').waitFor();
  expect(await rows(reviewer).count()).toBe(1);
  const kinds = await reviewer.getByLabel('Kind').locator('option').allInnerTexts();
  expect(kinds).toEqual(['Everything', 'Answered', 'Expired', 'Withdrawn', 'Retracted']);
});

test('loads a long feed in order without repeats, even on a phone', async () => {
  await using browser = await testBrowser();
  const { as, channel } = browser.server;
  const { id: channelId } = await channel({ name: 'bot' });
  for (let at = 0; at < 120; at++) {
    const body = { channelId, ...ask(`Question ${at}`) };
    const { id } = (await as.agent.post<Message>('/messages', body)).body;
    await as.owner.post(`/reviews/${id}/respond`, { response: { selectedOption: 'approve' } });
    if (at % 10 === 0) await as.owner.post('/keys', { name: `key ${at}`, channels: 'all' });
  }
  const page = await browser.logIn('/activity', { viewport: phone });
  await rows(page).getByText('Question 70', { exact: true }).waitFor();
  expect(await rows(page).getByText('key 60').count()).toBe(0);
  for (const last of ['Question 20', 'Question 0']) {
    await page.getByRole('button', { name: 'Show older' }).click();
    await rows(page).getByText(last, { exact: true }).waitFor();
  }
  const seen = await page.locator('.feed-link').allTextContents();
  const wanted = Array.from({ length: 120 }, (_, at) => [
    `Question ${at}`,
    ...(at % 10 === 0 ? [`key ${at}`] : []),
  ]).flat();
  const named = seen.flatMap((text) => /Question \d+|key \d+/.exec(text) ?? []);
  expect(named).toEqual(wanted.toReversed());
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
