import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { testServer } from '../support/server.ts';

test('a person may ask for a retry at any time; with nothing failed the message stays as it is', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const { body } = await server.as.agent.post<Message>('/messages', { channelId, text: 'Hi' });
  const retried = await server.as.owner.post<Message>(`/messages/${body.id}/retry`);
  expect([retried.status, retried.body]).toEqual([200, body]);
  expect((await server.as.owner.post('/messages/unknown/retry')).status).toBe(404);
  const path = `/deliveries?channel=${channelId}&message=${body.id}`;
  expect((await server.as.owner.get(path)).body as unknown).toEqual([]);
});
