/** A question that its agent no longer asks: where it is open, under Answered, in Activity and by a link. */
import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { accessFaults, testBrowser } from '../support/browser/browser.ts';
import { ask, press } from '../support/browser/questions.ts';

const reason = 'answered in the ter\u202eminal';
const says = 'Agent says: answered in the terU+202Eminal';
const source = { client: 'Claude Code', session: 's1', cwd: '~/src/shop' };

test('says that a press came too late for a question that was withdrawn', async () => {
  await using browser = await testBrowser();
  const { agent } = browser.server.as;
  const asked = await ask(browser, 'approval', { title: 'Moot?' }, { expiresInSeconds: 600 });
  await ask(browser, 'approval', { title: 'Next?' });
  const page = await browser.logIn();
  await page.getByRole('heading', { name: 'Moot?' }).waitFor();
  await page.route('**/respond', async (route) => {
    await agent.post(`/reviews/${asked.id}/withdraw`, { reason });
    await route.continue();
  });
  await press(page, 'a');
  const late =
    /Moot\?: This question was withdrawn at \d.*\. Agent says: .*minal\. Your answer \(Approve\) was not saved\./;
  await page.getByText(late).waitFor();
  await page.getByRole('heading', { name: 'Next?' }).waitFor();
});

test('shows that and why a question was withdrawn, where it is open and under Answered', async () => {
  await using browser = await testBrowser();
  const channel = await browser.server.channel();
  const { agent } = browser.server.as;
  const withdraw = (id: string) => agent.post<Message>(`/reviews/${id}/withdraw`, { reason });
  const { id } = await ask(browser, 'approval', { title: 'Moot?' }, { channel });
  const page = await browser.logIn(`/m/${id}`);
  await page.getByRole('button', { name: 'Approve' }).first().waitFor();
  await withdraw(id);
  await page
    .locator('.question-elsewhere')
    .getByText(`. ${says}. It can no longer be answered.`)
    .waitFor();
  await page.locator('.review-settled').getByText(`Withdrawn. ${says}`).waitFor();
  expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0);
  expect(await accessFaults(page)).toEqual([]);

  await page.goto(`${browser.server.url}/answered`);
  await page.getByText('Nothing answered yet').waitFor();
  await page.getByText('Withdrawn', { exact: true }).click();
  await page.waitForURL('**/answered?ended=withdrawn');
  const row = page.locator('.answered-row');
  await row.getByRole('link', { name: 'Moot?' }).waitFor();
  expect(await row.locator('.ending-words').textContent()).toBe(says);
  for (const title of ['First of two?', 'Second of two?']) {
    const metadata = { source };
    const review = { type: 'approval', payload: { title } };
    const { body } = await agent.post<Message>('/messages', {
      channelId: channel.id,
      metadata,
      review,
    });
    await withdraw(body.id);
    await row.getByRole('link', { name: title }).waitFor();
  }
  await page.goto(`${browser.server.url}/activity`);
  const feed = page.locator('.feed-row');
  await feed
    .filter({ hasText: 'Agent: Claude Code · ~/src/shop' })
    .getByText('2 questions withdrawn')
    .waitFor();
  await feed.filter({ hasText: 'Moot?' }).getByText(says).waitFor();
  expect(await feed.filter({ hasText: 'of two?' }).count()).toBe(0);
});
