import { expect, test } from 'bun:test';
import type { NewToken } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { ReviewRecord } from '../../src/core/reviews/schema.ts';
import { connected } from '../support/clients/sockets.ts';
import { receiver } from '../support/delivery/raw-receiver.ts';
import { eventually } from '../support/reach/eventually.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const response = { selectedOption: 'approve' };

async function ask(server: TestServer, more: object = {}) {
  const { id: channelId } = await server.channel();
  const body = { channelId, review: { type: 'approval' }, ...more };
  return (await server.as.agent.post<Message>('/messages', body)).body;
}

const answer = (server: TestServer, { id }: Message) =>
  server.as.owner.post(`/reviews/${id}/respond`, { response });

const recordOf = async (server: TestServer, { id }: Message) =>
  (await server.as.owner.get<ReviewRecord>(`/reviews/${id}/record`)).body;

/** How the agent first learnt of it; that is recorded afterwards. */
const agentNotifiedOf = (server: TestServer, asked: Message) =>
  eventually(async () => (await recordOf(server, asked)).told?.by);

test('records how and when an agent was first notified of the end of its question', async () => {
  await using server = await testServer({ webhookAllow: '127.0.0.2' });
  const { agent } = server.as;

  const waited = await ask(server);
  const path = `/reviews/${waited.id}/wait?channel=${waited.channelId}&timeout=20000`;
  const waiting = agent.get(path);
  await answer(server, waited);
  await waiting;
  expect(await agentNotifiedOf(server, waited)).toBe('wait');
  const before = await recordOf(server, waited);
  await agent.get(`/messages/${waited.id}`);
  expect(await recordOf(server, waited)).toEqual(before);

  const read = await ask(server);
  await answer(server, read);
  expect((await recordOf(server, read)).told).toBeNull();
  await server.as.owner.get(`/messages/${read.id}`);
  expect((await recordOf(server, read)).told).toBeNull();
  await agent.get(`/reviews/${read.id}`);
  expect(await agentNotifiedOf(server, read)).toBe('read');

  const acknowledged = await ask(server);
  await agent.post(`/messages/${acknowledged.id}/ack`);
  await answer(server, acknowledged);
  expect((await recordOf(server, acknowledged)).told).toBeNull();
  await agent.post(`/messages/${acknowledged.id}/ack`);
  expect(await agentNotifiedOf(server, acknowledged)).toBe('ack');

  await using hook = await receiver();
  const posted = await ask(server, { webhookUrl: hook.url });
  await answer(server, posted);
  expect(await agentNotifiedOf(server, posted)).toBe('webhook');

  const arrived = await ask(server);
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  await socket.emitWithAck('subscribe:channel', arrived.channelId);
  await answer(server, arrived);
  expect(await agentNotifiedOf(server, arrived)).toBe('socket');
});

test('records the token that answered, even once revoked, and the digests', async () => {
  await using server = await testServer();
  const { body } = await server.as.owner.post<NewToken>('/tokens', { name: 'laptop' });
  const asked = await ask(server);
  await server.as.key(body.token).post(`/reviews/${asked.id}/respond`, { response });
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  const record = {
    messageId: asked.id,
    questionDigest: digest,
    answerDigest: digest,
    told: null,
    openedBy: [],
    credential: { kind: 'token', name: 'laptop' },
  };
  expect(await recordOf(server, asked)).toEqual(record as never);
  await server.as.owner.delete(`/tokens/${body.id}`);
  expect(await recordOf(server, asked)).toEqual(record as never);
  const pending = await ask(server);
  expect(await recordOf(server, pending)).toEqual({
    messageId: pending.id,
    questionDigest: null,
    answerDigest: null,
    credential: null,
    told: null,
    openedBy: [],
  });
});
