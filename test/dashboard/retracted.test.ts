import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { accessFaults, desk, phone, schemesAt, testBrowser } from '../support/browser/browser.ts';

test('shows who retracted the open question, and lists it in Answered', async () => {
  await using browser = await testBrowser();
  const { owner, agent } = browser.server.as;
  const { id: channelId } = await browser.server.channel({ name: 'deploy-bot' });
  const ask = async (title: string) => {
    const review = { type: 'approval', payload: { title } };
    return (await agent.post<Message>('/messages', { channelId, review })).body.id;
  };
  const [first, retracted, last] = [await ask('First'), await ask('Second'), await ask('Third')];
  for (const id of [first, retracted, last]) {
    await owner.post(`/reviews/${id}/respond`, { response: { selectedOption: 'approve' } });
  }
  const unanswered = await ask('Fourth');
  const page = await browser.logIn(`/m/${unanswered}`);
  await page.getByRole('heading', { name: 'Fourth' }).waitFor();
  await agent.delete(`/messages/${unanswered}`);
  const gone = page.getByRole('status').filter({ hasText: 'This question was retracted' });
  await gone.getByText(/retracted it \(.+\)\. Nobody had answered/).waitFor();
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    await page
      .getByRole('heading', { level: viewport === phone ? 1 : 2, name: /retracted/ })
      .waitFor();
    expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
  }

  const answered = await browser.logIn('/answered');
  await answered.getByText('Second').waitFor();
  await agent.delete(`/messages/${retracted}`);
  await answered.locator('.answered-row').filter({ hasText: 'Retracted' }).nth(1).waitFor();
  const words = await answered.locator('.answered-title').allTextContents();
  expect(words.map((text) => text.replace(/Retracted by .+/, 'Retracted'))).toEqual([
    'Retracted',
    'Retracted',
    'Third',
    'First',
  ]);
  expect(await answered.content()).not.toContain('Second');
  await answered.locator('.answered-row').first().getByRole('link').click();
  await answered.getByText(/had answered with “approve”/).waitFor();
});
