import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { clientOf, type TestServer, testServer } from '../support/server/server.ts';

type Refused = { message: string; setting: string };

async function keyOf(server: TestServer) {
  const { body } = await server.as.owner.post<NewKey>('/keys', { name: 'one' });
  return server.as.key(body.key);
}

const ask = (client: ReturnType<typeof clientOf>, channelId: string, more: object = {}) =>
  client.post<Message & Refused>('/messages', {
    channelId,
    review: { type: 'approval', ...more },
  });

test('refuses a key over its pending reviews until one is answered', async () => {
  await using server = await testServer({ maxPendingPerKey: '2' });
  const { id } = await server.channel();
  const [first] = [await ask(server.as.agent, id), await ask(server.as.agent, id)];
  const refused = await ask(server.as.agent, id);
  expect([refused.status, refused.headers.get('retry-after'), refused.body.setting]).toEqual([
    429,
    '60',
    'INBOX_MAX_PENDING_PER_KEY',
  ]);
  expect(refused.body.message).toContain('INBOX_MAX_PENDING_PER_KEY');
  expect((await ask(await keyOf(server), id)).status).toBe(201);
  expect((await server.as.agent.post('/messages', { channelId: id, text: 'plain' })).status).toBe(
    201,
  );
  const response = { selectedOption: 'approve' };
  await server.as.owner.post(`/reviews/${first?.body.id}/respond`, { response });
  expect((await ask(server.as.agent, id)).status).toBe(201);
  expect((await ask(server.as.agent, id)).status).toBe(429);
});

test('refuses every key on a channel over its pending reviews', async () => {
  await using server = await testServer({ maxPendingPerChannel: '2' });
  const [one, other] = [await server.channel(), await server.channel()];
  const second = await keyOf(server);
  await ask(server.as.agent, one.id);
  await ask(second, one.id);
  const refused = await ask(second, one.id);
  expect([refused.status, refused.body.setting]).toEqual([429, 'INBOX_MAX_PENDING_PER_CHANNEL']);
  expect((await ask(second, other.id)).status).toBe(201);
});

test("limits the bytes of a key's pending payloads", async () => {
  await using server = await testServer({ maxPendingBytesPerKey: '10KiB' });
  const { id } = await server.channel();
  const payload = { description: 'x'.repeat(6000) };
  expect((await ask(server.as.agent, id, { payload })).status).toBe(201);
  const refused = await ask(server.as.agent, id, { payload });
  expect([refused.status, refused.body.setting]).toEqual([403, 'INBOX_MAX_PENDING_BYTES_PER_KEY']);
  expect((await ask(server.as.agent, id)).status).toBe(201);
});

test('limits the existing channels that a key created, but not people', async () => {
  await using server = await testServer({ maxChannelsPerKey: '1' });
  const make = () => server.as.agent.post<Agent & Refused>('/agents', { name: 'made' });
  const made = await make();
  expect(made.status).toBe(201);
  const refused = await make();
  expect([refused.status, refused.body.setting]).toEqual([403, 'INBOX_MAX_CHANNELS_PER_KEY']);
  for (const _ of [1, 2, 3]) expect((await server.channel()).id).toBeString();
  await server.as.owner.delete(`/agents/${made.body.id}`);
  expect((await make()).status).toBe(201);
});

test('limits the files of a channel when set', async () => {
  await using server = await testServer({ maxChannelFiles: '1KiB' });
  const { id } = await server.channel();
  const upload = (size: number) => {
    const form = new FormData();
    form.append('channelId', id);
    form.append('file', new File(['x'.repeat(size)], 'x.txt'));
    return server.as.agent.send<Refused>('/files/store', { method: 'POST', body: form });
  };
  expect((await upload(1000)).status).toBe(201);
  const refused = await upload(25);
  expect([refused.status, refused.body.setting]).toEqual([403, 'INBOX_MAX_CHANNEL_FILES']);
  expect((await upload(24)).status).toBe(201);
});

test('accepts no more than the limit of 50 simultaneous questions', async () => {
  await using server = await testServer({ maxPendingPerKey: '10', rateLimit: 'off' });
  const { id } = await server.channel();
  const asked = await Promise.all(Array.from({ length: 50 }, () => ask(server.as.agent, id)));
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(40);
});

test('does not limit the local secret', async () => {
  await using server = await testServer({ maxPendingPerKey: '1' });
  const { id } = await server.channel();
  const secret = server.as.ownerHeaders.authorization.slice('Bearer '.length);
  const local = clientOf(server.url, { 'x-api-key': secret });
  for (const _ of [1, 2, 3]) expect((await ask(local, id)).status).toBe(201);
});
