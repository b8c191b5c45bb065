import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Message } from '../../src/core/messages/schema.ts';
import { accessFaults, desk, phone, schemesAt, testBrowser } from '../support/browser/browser.ts';
import { drawn, sendMany, shownIds } from '../support/browser/conversation.ts';
import { isLive } from '../support/browser/frames.ts';
import { connected } from '../support/clients/sockets.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';

const messages = (page: Page) => page.getByRole('log');

test('shows a draft as it grows, keeps it over a reload, and ends it in place with its final text', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { agent } = server.as;
  const { id: channelId } = await server.channel({ name: 'deploy-bot' });
  const draft = { channelId, streamId: 's', streamState: 'streaming', text: 'Words' };
  const { body: begun } = await agent.post<Message>('/messages', draft);
  const page = await browser.logIn(`/c/${channelId}`);
  await messages(page).getByText('writing…').waitFor();
  const { body: later } = await agent.post<Message>('/messages', { channelId, text: 'Later.' });
  await messages(page).getByText('Later.').waitFor();
  await drawn(page);
  expect(await shownIds(page)).toEqual([later.id, begun.id]);

  await isLive(page);
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  for (const delta of [' that', ' **are**', ' passing']) {
    await socket.emitWithAck('message:delta', { channelId, streamId: 's', delta });
  }
  await page.getByText('Words that are passing').waitFor();
  await agent.patch('/messages/streams/s', { text: 'Words that **were** stored' });
  await page.getByText('Words that were stored').waitFor();
  await page.reload();
  await page.getByText('Words that were stored').waitFor();
  const whole = 'Words that **were** stored, and their end.';
  await agent.patch('/messages/streams/s', { text: whole, complete: true });
  await messages(page).getByText('writing…').waitFor({ state: 'detached' });
  expect(await page.locator(`#message-${begun.id} .markdown`).textContent()).toBe(
    'Words that were stored, and their end.',
  );
  await drawn(page);
  expect(await shownIds(page)).toEqual([begun.id, later.id]);
});

test('marks an aborted draft and removes a retracted message', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { agent } = server.as;
  const { id: channelId } = await server.channel();
  const { body: doomed } = await agent.post<Message>('/messages', { channelId, text: 'A slip.' });
  await agent.post('/messages', { channelId, streamId: 's', streamState: 'streaming', text: 'Ha' });
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByText('A slip.').waitFor();
  await agent.patch('/messages/streams/s', { text: 'Half', streamState: 'aborted' });
  await page.getByText('Stopped by the agent').waitFor();
  await agent.delete(`/messages/${doomed.id}`);
  await page.getByText('A slip.').waitFor({ state: 'detached' });
  await page.getByText('Half').waitFor();
});

test('shows why a webhook failed, and retries it immediately on request', async () => {
  await using receiver = testReceiver(() => 503);
  await using browser = await testBrowser({ webhookAllow: '127.0.0.1' });
  const { server } = browser;
  const { id: channelId } = await server.channel({ webhookUrl: `${receiver.url}/hook` });
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByLabel('Write to').fill('Hold it.');
  await page.keyboard.press('Enter');
  await page.getByText(/Webhook to 127.0.0.1:\d+ failed \(503\), next attempt in/).waitFor();
  receiver.answer(() => 200);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await page.getByText('Delivered', { exact: true }).waitFor({ state: 'attached' });
  const [first, second] = receiver.bodies();
  expect(second).toEqual(first);

  await server.as.agent.post(`/messages/${first.message.id}/ack`);
  await page.getByText('Received by the agent').waitFor({ state: 'attached' });
});

test('shows an answer given in the conversation in both browsers, with its tick', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: channelId } = await server.channel();
  const question = { channelId, text: 'Deploy?', review: { type: 'approval' } };
  await server.as.agent.post('/messages', question);
  const [mine, other] = [
    await browser.logIn(`/c/${channelId}`),
    await browser.logIn(`/c/${channelId}`),
  ];
  await other.getByRole('button', { name: 'Approve' }).waitFor();
  await mine.getByRole('button', { name: 'Approve' }).click();
  for (const page of [mine, other]) {
    await messages(page)
      .getByText(/answered .* by Ana/)
      .waitFor();
    await messages(page).getByText('Sent', { exact: true }).waitFor({ state: 'attached' });
  }
});

test('catches up on what was missed while offline', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { agent } = server.as;
  const { id: channelId } = await server.channel();
  const { body: gone } = await agent.post<Message>('/messages', { channelId, text: 'Going.' });
  const draft = { channelId, streamId: 's', streamState: 'streaming', text: 'Half' };
  await agent.post('/messages', draft);
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByText('Going.').waitFor();

  await page.context().setOffline(true);
  await page.getByText('Reconnecting…').waitFor();
  await agent.delete(`/messages/${gone.id}`);
  await agent.patch('/messages/streams/s', { text: 'Half and whole', complete: true });
  await agent.post('/messages', { channelId, text: 'Missed.' });
  await page.context().setOffline(false);
  await page.getByText('Missed.').waitFor();
  await page.getByText('Half and whole').waitFor();
  await page.getByText('Going.').waitFor({ state: 'detached' });
});

test('marks search matches, and opens an old message among its neighbours', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: channelId } = await server.channel();
  const { body: old } = await server.as.agent.post<Message>('/messages', {
    channelId,
    text: 'The **zebra** crossing, before everything.',
  });
  await sendMany(server, channelId, 600);
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByText('Message 599.').waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('/');
  await page.keyboard.type('zebra cross');
  await page.locator('mark', { hasText: 'cross' }).waitFor();
  await page.getByText('1 message', { exact: true }).waitFor();
  expect(await page.locator('mark').allInnerTexts()).toEqual(['zebra', 'cross']);
  await page.getByRole('button', { name: /zebra/ }).click();
  await page.locator(`#message-${old.id}[data-picked]`).waitFor();
  await page.waitForURL(`**/c/${channelId}?m=${old.id}`);
  await page.waitForFunction(() => CSS.highlights.get('found')?.size === 2);
  await drawn(page);
  expect((await shownIds(page))[0]).toBe(old.id);

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'jump to the newest message' }).click();
  await page.getByText('Message 599.').waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('k');
  await focused('Message 599.');
  await page.keyboard.press('k');
  await focused('Message 598.');

  function focused(text: string) {
    const isFocused = (wanted: string) => document.activeElement?.textContent?.includes(wanted);
    return page.waitForFunction(isFocused, text);
  }
});

test('counts new messages while the user reads history, and marks them on return', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { id: channelId } = await server.channel();
  // No more than one page of them: an older page would come in between.
  await sendMany(server, channelId, 45);
  const page = await browser.logIn(`/c/${channelId}`);
  await page.getByText('Message 44.').waitFor();
  await page.locator('.channel-scroller').hover();
  await page.mouse.wheel(0, -900);
  await page.getByRole('button', { name: 'Newest' }).waitFor();
  await drawn(page);
  const before = await shownIds(page);
  await server.as.agent.post('/messages', { channelId, text: 'One more.' });
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await shownIds(page)).toEqual(before);

  await page.goto('/activity');
  await page.goto(`/c/${channelId}`);
  await page.getByText('One more.').waitFor();
  await page.getByText('New', { exact: true }).waitFor();
});

test('shows that a channel is not found once it is removed', async () => {
  await using browser = await testBrowser();
  const { id } = await browser.server.channel();
  const page = await browser.logIn(`/c/${id}`);
  await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  await browser.server.as.owner.delete(`/agents/${id}`);
  await page.getByRole('heading', { name: 'Channel not found' }).waitFor();
});

test('has no serious axe violations, light and dark, wide and narrow', async () => {
  await using browser = await testBrowser();
  const { server } = browser;
  const { agent, owner } = server.as;
  const { id: channelId } = await server.channel({ name: 'deploy-bot' });
  for (const status of ['info', 'success', 'warning', 'error']) {
    await agent.post('/messages', { channelId, status, text: `A \`word\` of ${status}.` });
  }
  await agent.post('/messages', { channelId, text: 'Deploy?', review: { type: 'approval' } });
  await owner.post('/messages', { channelId, text: 'Not yet.' });
  await agent.post('/messages', {
    channelId,
    streamId: 's',
    streamState: 'streaming',
    text: 'We',
  });
  const page = await browser.logIn(`/c/${channelId}`);
  for (const viewport of [desk, phone, { width: 320, height: 640 }]) {
    await page.setViewportSize(viewport);
    await page.reload();
    await page.getByText('writing…').waitFor();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').fill('word');
    await page.locator('mark').first().waitFor();
    expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').waitFor({ state: 'detached' });
    expect(await accessFaults(page, 'html', schemesAt(viewport))).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(viewport.width);
  }
});
