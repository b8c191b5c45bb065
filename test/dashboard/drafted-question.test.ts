import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { isLive } from '../support/browser/frames.ts';

test("offers a draft's question once the draft has ended, and answers it with its seq", async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { agent } = server.as;
  const { id: channelId } = await server.channel();
  const { body: draft } = await agent.post<Message>('/messages', {
    channelId,
    streamId: 's',
    streamState: 'streaming',
    text: 'Delete sta',
    review: { type: 'approval' },
  });
  const page = await browser.logIn();
  await isLive(page);
  await page.getByRole('heading', { name: "You're all caught up" }).waitFor();

  const log = await browser.logIn(`/c/${channelId}`);
  await log.getByText('You can answer once the agent has finished writing.').waitFor();
  expect(await log.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const ended = { text: 'Delete staging?', complete: true };
  const { body: opened } = await agent.patch<Message>('/messages/streams/s', ended);
  await log.getByRole('button', { name: 'Approve' }).waitFor();
  await page.getByRole('link', { name: 'Delete staging?' }).first().click();
  const request = page.waitForRequest((one) => one.url().endsWith(`/reviews/${draft.id}/respond`));
  await page.getByRole('button', { name: 'Approve' }).click();
  expect((await request).postDataJSON()).toMatchObject({ seq: opened.seq });
});
