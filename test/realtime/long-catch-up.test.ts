/** Sockets that missed more than the server may hold unread for one of them. */
import { expect, test } from 'bun:test';
import type { NewToken } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { follow } from '../support/clients/numbered.ts';
import { connected } from '../support/clients/sockets.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const MESSAGES = 200;
/** As large as lists show them. */
const filler = 'm'.repeat(16_000);
const large = {
  metadata: { filler },
  review: { type: 'freeform', payload: { filler } },
};

/** Sends six megabytes; returns the channel and the seq before them. */
async function sendMuch(server: TestServer) {
  const { id: channelId } = await server.channel();
  const send = (text: string) =>
    server.as.agent.post<Message>('/messages', { channelId, text, ...large });
  const { body: first } = await send('before');
  for (let n = 0; n < MESSAGES; n++) await send(`${n}`);
  return { channelId, after: first.seq };
}

const texts = (events: { payload: Record<string, unknown> }[]) =>
  events.flatMap(({ payload }) => payload?.text ?? []);
const all = Array.from({ length: MESSAGES }, (_, n) => `${n}`);

test.each(['websocket', 'polling'] as const)(
  'sends everything missed by %s, and answers other requests between pages',
  async (transport) => {
    await using server = await testServer();
    const { channelId, after } = await sendMuch(server);
    const auth = { apiKey: server.agentKey.key, channels: [channelId], after };
    using socket = await follow(server, auth, [transport]);
    const isLive = () => socket.events.some(({ name }) => name === 'live');
    let answers = 0;
    while (!isLive()) {
      const isBetween = socket.events.length > 0;
      await server.as.agent.get('/agents');
      if (isBetween && !isLive()) answers++;
    }
    expect(answers).toBeGreaterThan(0);
    expect(texts(socket.events)).toEqual(all);
  },
  60_000,
);

test('sends everything missed of a channel before acknowledging its subscription', async () => {
  await using server = await testServer();
  const { channelId, after } = await sendMuch(server);
  using socket = await follow(server, { apiKey: server.agentKey.key, after: 'now' });
  await socket.emitWithAck('subscribe:channel', { channelId, after });
  expect(texts(socket.events)).toEqual(all);
}, 60_000);

test('repeats a channel once for each of two subscriptions at the same time, and then what is live', async () => {
  await using server = await testServer();
  const { channelId, after } = await sendMuch(server);
  const send = (text: string) => server.as.agent.post<Message>('/messages', { channelId, text });
  const { body: newest } = await send('newest');
  using socket = await follow(server, { apiKey: server.agentKey.key, after: 'now' });
  await socket.live();
  const subscribed = Promise.all(
    [newest.seq - 1, after].map((from) =>
      socket.emitWithAck('subscribe:channel', { channelId, after: from }),
    ),
  );
  while (texts(socket.events).length < 2) await Bun.sleep(1);
  await send('live');
  expect(await subscribed).toEqual([{ ok: true }, { ok: true }]);
  await send('later');
  await socket.emitWithAck('ping');
  expect(texts(socket.events)).toEqual(['newest', ...all, 'newest', 'live', 'later']);
}, 60_000);

test('applies a later unsubscription last, though the subscription takes longer', async () => {
  await using server = await testServer();
  const { channelId, after } = await sendMuch(server);
  using socket = await follow(server, { apiKey: server.agentKey.key, after: 'now' });
  await socket.live();
  const subscribed = socket.emitWithAck('subscribe:channel', { channelId, after });
  expect(await socket.emitWithAck('unsubscribe:channel', channelId)).toEqual({ ok: true });
  expect(await subscribed).toEqual({ ok: true });
  await server.as.agent.post('/messages', { channelId, text: 'live' });
  await socket.emitWithAck('ping');
  expect(texts(socket.events)).toEqual(all);
}, 60_000);

test('sends OAuth events after the missed events', async () => {
  await using server = await testServer();
  const { channelId, after } = await sendMuch(server);
  const { body } = await server.as.owner.post<NewToken>('/tokens', { name: 'Mine' });
  using agent = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  using person = await follow(server, { token: body.token, after });
  const start = { channelId, state: 's', provider: 'p', authUrl: 'https://example.com' };
  expect(await agent.emitWithAck('oauth:start', start)).toEqual({ ok: true });
  expect(person.events.some(({ name }) => name === 'live')).toBe(false);
  await person.live();
  await person.emitWithAck('ping');
  const names = person.events.map(({ name }) => name).filter((name) => name !== 'pong');
  expect(names.slice(-2)).toEqual(['live', 'oauth:start']);
}, 60_000);

test.each([
  ['without numbers', undefined],
  ['with numbers', 'now'],
] as const)(
  'sends a person what they missed of a channel before what is live there, %s',
  async (_, start) => {
    await using server = await testServer();
    const { channelId, after } = await sendMuch(server);
    const { id: other } = await server.channel();
    const send = (channelId: string, text: string) =>
      server.as.agent.post('/messages', { channelId, text });
    const { body } = await server.as.owner.post<NewToken>('/tokens', { name: 'Mine' });
    using person = await follow(server, { token: body.token, after: start });
    const subscribed = person.emitWithAck('subscribe:channel', { channelId, after });
    while (texts(person.events).length === 0) await Bun.sleep(1);
    await Promise.all([send(channelId, 'live'), send(other, 'elsewhere')]);
    expect(await subscribed).toEqual({ ok: true });
    await send(channelId, 'later');
    await person.emitWithAck('ping');
    const received = texts(person.events);
    expect(received).toContain('elsewhere');
    expect(received.filter((text) => text !== 'elsewhere')).toEqual([...all, 'live', 'later']);
  },
  60_000,
);
