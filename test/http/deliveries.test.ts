import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Delivery } from '../../src/core/webhooks/schema.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { testServer } from '../support/server/server.ts';

test('accepts a retry at any time, and changes nothing when nothing has failed', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const { body } = await server.as.agent.post<Message>('/messages', { channelId, text: 'Hi' });
  const retried = await server.as.owner.post<Message>(`/messages/${body.id}/retry`);
  expect([retried.status, retried.body]).toEqual([200, body]);
  expect((await server.as.owner.post('/messages/unknown/retry')).status).toBe(404);
  const path = `/deliveries?channel=${channelId}&message=${body.id}`;
  expect((await server.as.owner.get(path)).body as unknown).toEqual([]);
});

test('finds a delivery by the end of its id', async () => {
  await using receiver = testReceiver();
  await using server = await testServer({ webhookAllow: '127.0.0.1' });
  const { owner } = server.as;
  const { id: channelId } = await server.channel({ webhookUrl: receiver.url });
  const { id: other } = await server.channel();
  const send = () => owner.post<Delivery>(`/agents/${channelId}/webhook/test`);
  const { id } = (await send()).body;
  await send();
  const found = async (query: string) =>
    (await owner.get<Delivery[]>(`/deliveries?idEnd=${id.slice(-6).toLowerCase()}${query}`)).body;
  expect(await found('')).toMatchObject([{ id }]);
  expect(await found(`&channel=${other}`)).toEqual([]);
});
