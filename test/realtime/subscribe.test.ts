/** Subscriptions to channels: in the handshake, and from an event on. */
import { expect, test } from 'bun:test';
import type { NewKey, NewToken } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { follow } from '../support/clients/numbered.ts';
import { client, connected, received } from '../support/clients/sockets.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const yes = { response: { selectedOption: 'approve' } };

/** A channel in which something was sent, asked, answered and deleted. */
async function usedChannel({ as, channel }: TestServer) {
  const { id: channelId } = await channel();
  const send = async (text: string, more = {}) =>
    (await as.agent.post<Message>('/messages', { channelId, text, ...more })).body;
  const first = await send('first');
  const { id } = await send('Go?', { review: { type: 'approval' } });
  await as.owner.post(`/reviews/${id}/respond`, yes);
  const oops = await send('oops');
  await as.agent.delete(`/messages/${oops.id}`);
  return { channelId, after: first.seq };
}

const missed = ['message:created', 'review:responded', 'message:deleted', 'message:deleted'];

test('repeats the events of a channel without numbers for clients that ask for none', async () => {
  await using server = await testServer();
  const { channelId, after } = await usedChannel(server);
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  const events: unknown[][] = [];
  socket.onAny((...event) => events.push(event));
  expect(await socket.emitWithAck('subscribe:channel', { channelId, after })).toEqual({ ok: true });
  expect(events.map(([name]) => name)).toEqual(missed);
  expect(events.map((event) => event.length)).toEqual(missed.map(() => 2));
  expect(events.some(([, payload]) => Object.hasOwn(payload as object, 'was'))).toBe(false);
});

test('repeats the events of that channel only, also for a user', async () => {
  await using server = await testServer();
  const { body: key } = await server.as.owner.post<NewKey>('/keys', { name: 'New' });
  const { body: token } = await server.as.owner.post<NewToken>('/tokens', { name: 'Mine' });
  for (const auth of [{ apiKey: key.key }, { token: token.token }]) {
    const { channelId, after } = await usedChannel(server);
    await usedChannel(server);
    using socket = await follow(server, { ...auth, after: 'now' });
    await socket.live();
    await socket.emitWithAck('subscribe:channel', { channelId, after });
    const names = socket.events.flatMap(({ name, seq }) => (seq === undefined ? [] : name));
    expect(names.filter((name) => name !== 'agent:status')).toEqual(missed);
    const { body } = await server.as.agent.post<Message>('/messages', { channelId, text: 'live' });
    await socket.emitWithAck('ping');
    expect(socket.events.filter(({ payload }) => payload?.id === body.id)).toHaveLength(1);
  }
});

test('says in the acknowledgement which events are gone', async () => {
  await using server = await testServer();
  const { channelId, after } = await usedChannel(server);
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  const gone = { ok: false, code: 'gone', oldest: 1, log: expect.any(String) };
  for (const from of [{ after: 1_000_000 }, { after, log: 'another' }]) {
    const answer = await socket.emitWithAck('subscribe:channel', { channelId, ...from });
    expect(answer).toMatchObject(gone);
  }
});

test('subscribes within the handshake, with or without numbers', async () => {
  await using server = await testServer();
  for (const auth of [{}, { after: 'now' }]) {
    const { id: channelId } = await server.channel();
    const options = { auth: { apiKey: server.agentKey.key, channels: [channelId], ...auth } };
    using owner = await connected(server.url, { auth: { token: await tokenOf(server) } });
    const status = received(owner, 'agent:status');
    using socket = await connected(server.url, options);
    expect(await status).toMatchObject({ agentId: channelId, status: 'active' });
    const created = received(socket, 'message:created');
    await server.as.agent.post('/messages', { channelId, text: 'live' });
    expect(await created).toMatchObject({ text: 'live' });
  }
});

const tokenOf = async ({ as }: TestServer) =>
  (await as.owner.post<NewToken>('/tokens', { name: 'Mine' })).body.token;

test('refuses a handshake with channels that the caller does not see', async () => {
  await using server = await testServer();
  const { id: other } = await server.channel();
  const { body: key } = await server.as.owner.post<NewKey>('/keys', { name: 'k', channels: [] });
  for (const [channels, code] of [
    [[other], 'not_found'],
    [other, 'invalid'],
  ] as const) {
    using socket = client(server.url, { auth: { apiKey: key.key, channels } });
    expect(await received(socket, 'connect_error')).toMatchObject({ data: { code } });
  }
});
