import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { callersOf } from '../support/server.ts';
import { keys, testTerminal } from '../support/terminal.ts';

async function served() {
  const terminal = testTerminal();
  const { url } = await terminal.serve({ INBOX_RATE_LIMIT: 'off' });
  const { as, channel } = await callersOf(url, terminal.data);
  const { id: channelId } = await channel({ name: 'deploys' });
  const ask = async (text: string, review: object) =>
    (await as.agent.post<Message>('/messages', { channelId, text, review })).body;
  return Object.assign(terminal, { as, ask });
}

test('a question that the list cuts is answered from the view once it is read whole', async () => {
  await using terminal = await served();
  const items = Array.from({ length: 200 }, (_, at) => ({
    ...{ id: `i${at}`, label: `Item ${at}`, description: 'long '.repeat(30) },
  }));
  const { id } = await terminal.ask('Which?', {
    type: 'selection',
    payload: { items, mode: 'multi' },
  });
  const screen = terminal.open([]);
  await screen.answer('[ ] Item 3', '4');
  await screen.answer('[x] Item 3', keys.enter);
  await screen.shows('Nothing waits for you.');
  screen.type('q');
  expect(await screen.exited).toBe(0);
  const { review } = await terminal.json<Message>('show', id);
  expect(review?.response).toEqual({ selectedIds: ['i3'] });
});
