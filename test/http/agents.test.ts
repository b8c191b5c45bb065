import { expect, test } from 'bun:test';
import type { Agent } from '../../src/core/channels/schema.ts';
import { testServer } from '../support/server/server.ts';

test('returns a channel in full, with its webhook URL byte for byte', async () => {
  await using server = await testServer();
  const webhookUrl = 'https://Example.com:443/hook?b=2&a=%7e#x';
  const { status, body } = await server.as.agent.post<Agent>('/agents', {
    name: 'Bot',
    webhookUrl,
  });
  expect(status).toBe(201);
  const nothing = { description: null, avatarUrl: null, webhookHeaders: null, status: null };
  expect(body).toMatchObject({ name: 'Bot', webhookUrl, ...nothing });
  expect(body).toMatchObject({ statusMessage: null, lastActiveAt: null });
  expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect((await server.as.agent.get<Agent>(`/agents/${body.id}`)).body).toEqual(body);
  expect((await server.as.agent.get<Agent[]>('/agents')).body).toEqual([body]);
});

const refusals: [what: string, input: object, path: string][] = [
  ['no name', {}, 'name'],
  ['a blank name', { name: '   ' }, 'name'],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
  ['an avatar that is no URL', { name: 'Bot', avatarUrl: 'cat.png' }, 'avatarUrl'],
  ['a webhook to a file', { name: 'Bot', webhookUrl: 'file:///etc/passwd' }, 'webhookUrl'],
];

test.each(refusals)('refuses a channel with %s', async (_, input, path) => {
  await using server = await testServer();
  const { status, body } = await server.as.agent.post('/agents', input);
  expect([status, body.errors.map((one) => one.path.join('.'))]).toEqual([400, [path]]);
});

test('deletes a channel with its messages', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const sent = await server.as.agent.post<{ id: string }>('/messages', { channelId, text: 'Hi' });
  const gone = await server.as.owner.delete(`/agents/${channelId}`);
  expect(gone.body as object).toEqual({ deleted: true });
  expect((await server.as.agent.get(`/messages/${sent.body.id}`)).status).toBe(404);
  expect((await server.as.owner.delete(`/agents/${channelId}`)).status).toBe(404);
});
