/** Sockets that ask for the numbers of events: what was missed first, then what is live. */
import { expect, test } from 'bun:test';
import type { EventPage } from '../../src/core/log/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { follow } from '../support/clients/numbered.ts';
import { client, connected, received } from '../support/clients/sockets.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const send = async (server: TestServer, channelId: string, text: string) =>
  (await server.as.agent.post<Message>('/messages', { channelId, text })).body;

const end = async (server: TestServer) =>
  (await server.as.owner.get<EventPage>('/events?after=0')).body.nextAfter;

test('sends missed events before live ones, each once and in order', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const auth = { apiKey: server.agentKey.key, channels: [channelId] };
  await send(server, channelId, 'before');
  const after = await end(server);
  const missed: Message[] = [];
  for (let n = 0; n < 150; n++) missed.push(await send(server, channelId, `missed ${n}`));
  const sending = (async () => {
    for (let n = 0; n < 50; n++) await send(server, channelId, `live ${n}`);
  })();
  using socket = await follow(server, { ...auth, after });
  await sending;
  const received = await socket.numbered(200);
  expect(received.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 200 }, (_, n) => after + n + 1),
  );
  expect(received.map(({ payload }) => payload.text)).toEqual([
    ...missed.map(({ text }) => text),
    ...Array.from({ length: 50 }, (_, n) => `live ${n}`),
  ]);
  expect(socket.events[0]).toMatchObject({ name: 'log', payload: { after } });
});

test('announces the end of the missed events, even if none were visible', async () => {
  await using server = await testServer();
  const [one, other] = [await server.channel(), await server.channel()];
  const after = await end(server);
  await send(server, other.id, 'not for them');
  await send(server, one.id, 'missed');
  await send(server, other.id, 'not for them either');
  const auth = { apiKey: server.agentKey.key, channels: [one.id], after };
  using socket = await follow(server, auth);
  await socket.live();
  const received = socket.events.filter(({ name }) => name !== 'agent:status');
  expect(received.map(({ name, payload }) => [name, payload.after ?? payload.text])).toEqual([
    ['log', after],
    ['message:created', 'missed'],
    ['live', await end(server)],
  ]);
});

test('sends an event of a deleted message as its deletion', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  await send(server, channelId, 'first');
  const after = await end(server);
  const { id } = await send(server, channelId, 'oops');
  await server.as.agent.delete(`/messages/${id}`);
  using socket = await follow(server, {
    apiKey: server.agentKey.key,
    channels: [channelId],
    after,
  });
  expect(await socket.numbered(2)).toMatchObject([
    { name: 'message:deleted', payload: { id, channelId }, seq: after + 1 },
    { name: 'message:deleted', payload: { id, was: { pending: false } }, seq: after + 2 },
  ]);
});

test('catches a channel up before acknowledging its subscription', async () => {
  await using server = await testServer();
  const [one, other] = [await server.channel(), await server.channel()];
  const after = await end(server);
  await send(server, one.id, 'one');
  await send(server, other.id, 'other');
  using socket = await follow(server, { apiKey: server.agentKey.key, after: 'now' });
  const answer = await socket.emitWithAck('subscribe:channel', { channelId: one.id, after });
  expect(answer).toEqual({ ok: true });
  const texts = socket.events.flatMap(({ payload }) => payload.text ?? []);
  expect(texts).toEqual(['one']);
});

test('sends no numbers to clients that do not ask for them', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  const counts: number[] = [];
  socket.onAny((name, ...args) => name !== 'pong' && counts.push(args.length));
  await socket.emitWithAck('subscribe:channel', channelId);
  await send(server, channelId, 'live');
  await socket.emitWithAck('ping');
  expect(new Set(counts)).toEqual(new Set([1]));
});

test('refuses a position that the log does not have, and says why', async () => {
  await using server = await testServer();
  const refused = async (auth: object) => {
    using socket = client(server.url, { auth: { apiKey: server.agentKey.key, ...auth } });
    return await new Promise((resolve) => socket.once('connect_error', resolve));
  };
  expect(await refused({ after: 10_000 })).toMatchObject({ data: { code: 'gone', oldest: 1 } });
  expect(await refused({ after: 0, log: 'another' })).toMatchObject({ data: { code: 'gone' } });
  expect(await refused({ after: 'x' })).toMatchObject({ data: { code: 'invalid' } });
  expect(await refused({ after: 0, channels: ['01M83YWJBY74BK2MB37GD223NZ'] })).toMatchObject({
    data: { code: 'not_found' },
  });
});

test('sends `was.pending: true` with an answer, live and in catch-up, to clients with numbers', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const auth = { apiKey: server.agentKey.key, channels: [channelId] };
  const after = await end(server);
  using live = await follow(server, { ...auth, after: 'now' });
  using plain = await connected(server.url, { auth });
  const answered = received(plain, 'review:responded');
  await live.live();
  const review = { type: 'approval' };
  const { body } = await server.as.agent.post<Message>('/messages', { channelId, review });
  const response = { selectedOption: 'approve' };
  await server.as.owner.post(`/reviews/${body.id}/respond`, { response });
  expect(await answered).not.toHaveProperty('was');
  using later = await follow(server, { ...auth, after });
  for (const socket of [live, later]) {
    await socket.numbered(2);
    const received = socket.events.find(({ name }) => name === 'review:responded');
    expect(received?.payload).toMatchObject({ id: body.id, was: { pending: true } });
  }
});
