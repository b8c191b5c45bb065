import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { callersOf } from '../support/server/server.ts';
import { keys, testTerminal } from '../support/terminal/terminal.ts';

async function served() {
  const terminal = testTerminal();
  const { url } = await terminal.serve({ INBOX_RATE_LIMIT: 'off' });
  const { as, channel } = await callersOf(url, terminal.data);
  const { id: channelId } = await channel({ name: 'deploys' });
  const ask = async (text: string, review: object) =>
    (await as.agent.post<Message>('/messages', { channelId, text, review })).body;
  return Object.assign(terminal, { as, ask });
}

test('answers a question that the list truncates once it is loaded in full', async () => {
  await using terminal = await served();
  const items = Array.from({ length: 200 }, (_, at) => ({
    id: `i${at}`,
    label: `Item ${at}`,
    description: 'long '.repeat(30),
  }));
  const { id } = await terminal.ask('Which?', {
    type: 'selection',
    payload: { items, mode: 'multi' },
  });
  const screen = terminal.open([]);
  await screen.press('[ ] Item 3', '4');
  await screen.press('[x] Item 3', keys.enter);
  await screen.shows('No pending questions.');
  await screen.press('', 'q');
  expect(await screen.exited).toBe(0);
  const { review } = await terminal.json<Message>('show', id);
  expect(review?.response).toEqual({ selectedIds: ['i3'] });
});

test("pages through 250 questions, shows the server's count, and finds one by an option's label", async () => {
  await using terminal = await served();
  for (let at = 0; at < 250; at++) {
    await terminal.ask(`Question ${at}.`, { type: 'approval', expiresInSeconds: 4000 + 10 * at });
  }
  const screen = terminal.open([]);
  await screen.shows('Inbox · 250 pending');
  await screen.shows('● live');
  await terminal.ask('Last of all', {
    type: 'selection',
    payload: { items: [{ id: 'eu', label: 'Frankfurt' }] },
    expiresInSeconds: 90_000,
  });
  await screen.shows('Inbox · 251 pending');
  await terminal.ask('First of all', { type: 'approval', expiresInSeconds: 60 });
  await screen.shows('Inbox · 252 pending');
  await screen.press('▸ deploys        Question 0.', 'G');
  await screen.shows('▸ deploys        Question 99.');
  await screen.press('  deploys        Question 100.', 'G');
  await screen.shows('▸ deploys        Question 199.');
  await screen.press('  deploys        Question 200.', 'G');
  await screen.press('▸ deploys        Last of all', 'k');
  await screen.press('▸ deploys        Question 249.', '1');
  await screen.shows('Inbox · 251 pending');
  await screen.press('', '/');
  await screen.answer('/▏', 'frankfurt');
  await screen.press('/frankfurt', keys.enter);
  await screen.shows('251 pending · 1 found');
  await screen.press('▸ deploys        Last of all', '1');
  await screen.press('The only match is answered. Esc shows the other 250.', keys.escape);
  await screen.press('▸ deploys        Question 248.', 'q');
  expect(await screen.exited).toBe(0);
});
