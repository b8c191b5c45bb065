import { expect, test } from 'bun:test';
import type { NewKey, NewToken } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { client, connected, received, record } from '../support/clients/sockets.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { testServer } from '../support/server/server.ts';

const ways = ['/socket.io', '/ws'].flatMap((path) =>
  ['', '/ws'].flatMap((namespace) =>
    [['websocket'], ['polling'], ['polling', 'websocket']].map((transports) => ({
      path,
      namespace,
      transports,
    })),
  ),
);

test.each(ways)("delivers a subscribed agent's events over %j", async (way) => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  using socket = await connected(server.url, { ...way, auth: { apiKey: server.agentKey.key } });
  expect(await socket.emitWithAck('subscribe:channel', channelId)).toEqual({ ok: true });
  const created = received<Message>(socket, 'message:created');
  const { body } = await server.as.agent.post<Message>('/messages', { channelId, text: 'Hi' });
  expect(await created).toEqual(body);
});

test('marks an agent as active when it subscribes', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  using agent = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  const status = received(agent, 'agent:status');
  await agent.emitWithAck('subscribe:channel', channelId);
  expect(await status).toMatchObject({ agentId: channelId, status: 'active' });
});

test('accepts the root URL, the namespace /ws and websocket only, as python-socketio uses', async () => {
  await using server = await testServer();
  using socket = await connected(server.url, {
    namespace: '/ws',
    path: '/socket.io/',
    upgrade: false,
    auth: { apiKey: server.agentKey.key },
  });
  const pong = received(socket, 'pong');
  expect(await socket.emitWithAck('ping')).toEqual({ ok: true });
  await pong;
});

test.each([{}, { apiKey: 'hp_no' }, { token: 'hu_no' }, { apiKey: 5 }, { apiKey: ['x'] }])(
  'refuses a connection with %j',
  async (auth) => {
    await using server = await testServer();
    for (const namespace of ['', '/ws']) {
      using socket = client(server.url, { auth, namespace });
      const error = await received<Error>(socket, 'connect_error');
      expect(error.message).toBe('Invalid API key');
    }
  },
);

test('sends agents the channels they subscribed to, and people all of theirs', async () => {
  await using server = await testServer();
  const [one, other] = [(await server.channel()).id, (await server.channel()).id];
  const { body: token } = await server.as.owner.post<{ token: string }>('/tokens', { name: 't' });
  using agent = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  using person = await connected(server.url, { auth: { token: token.token } });
  await agent.emitWithAck('subscribe:channel', one);
  const [agents, people] = [record(agent), record(person)];
  for (const channelId of [one, other])
    await server.as.agent.post('/messages', { channelId, text: 'x' });
  await agent.emitWithAck('unsubscribe:channel', one);
  await server.as.agent.post('/messages', { channelId: one, text: 'y' });
  await Promise.all([agent.emitWithAck('ping'), person.emitWithAck('ping')]);
  const texts = (events: typeof agents) =>
    events
      .filter(([name]) => name === 'message:created')
      .map(([, payload]) => (payload as Message).text);
  expect(texts(agents)).toEqual(['x']);
  expect(texts(people)).toEqual(['x', 'x', 'y']);
});

test("sends an answer's password only to the agent's socket", async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { body: token } = await server.as.owner.post<{ token: string }>('/tokens', { name: 't' });
  using agent = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  using person = await connected(server.url, { auth: { token: token.token } });
  await agent.emitWithAck('subscribe:channel', channelId);
  const fields = [{ name: 'secret', type: 'password', label: 'Secret' }];
  const review = { type: 'form', payload: { fields } };
  const { body } = await server.as.agent.post<Message>('/messages', { channelId, review });
  const answered = [
    received<Message>(agent, 'review:responded'),
    received<Message>(person, 'review:responded'),
  ];
  await server.as.owner.post(`/reviews/${body.id}/respond`, { response: { secret: 'hush' } });
  const [toAgent, toPerson] = await Promise.all(answered);
  expect(toAgent?.review?.response).toEqual({ secret: 'hush' });
  expect(toPerson?.review?.response).toEqual({ secret: '***' });
});

test('refuses subscriptions and deltas for channels of others', async () => {
  await using server = await testServer();
  const [own, other] = [(await server.channel()).id, (await server.channel()).id];
  const { body: key } = await server.as.owner.post<NewKey>('/keys', { name: 'k', channels: [own] });
  using socket = await connected(server.url, { auth: { apiKey: key.key } });
  const refused = { ok: false, message: 'Channel not found' };
  expect(await socket.emitWithAck('subscribe:channel', other)).toEqual(refused);
  expect(await socket.emitWithAck('subscribe:channel', 'nothing')).toEqual(refused);
  const delta = { channelId: other, streamId: 's', delta: 'x' };
  expect(await socket.emitWithAck('message:delta', delta)).toEqual(refused);
});

test('refuses a delta for an unknown or removed channel with a message', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  const delta = { channelId, streamId: 's', delta: 'x' };
  const refused = { ok: false, message: 'Channel not found' };
  expect(await socket.emitWithAck('message:delta', delta)).toEqual({ ok: true });
  const lost = { ...delta, channelId: 'nothing' };
  expect(await socket.emitWithAck('message:delta', lost)).toEqual(refused);
  await server.as.owner.delete(`/agents/${channelId}`);
  expect(await socket.emitWithAck('message:delta', delta)).toEqual(refused);
});

test('keeps deltas in order', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  using agent = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  const { body: token } = await server.as.owner.post<NewToken>('/tokens', { name: 't' });
  using person = await connected(server.url, { auth: { token: token.token } });
  const passed: string[] = [];
  const all = Promise.withResolvers<void>();
  person.on('message:delta', ({ delta }) => {
    if (passed.push(delta) === 100) all.resolve();
  });
  const sent = Array.from({ length: 100 }, (_, n) => `${n}`);
  for (const delta of sent) agent.emit('message:delta', { channelId, streamId: 's', delta });
  await all.promise;
  expect(passed).toEqual(sent);
});

test('refuses unknown and malformed events, and keeps the socket open', async () => {
  await using server = await testServer();
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  const odd: [string, ...unknown[]][] = [
    ['nothing', 1],
    ['__proto__'],
    ['constructor', {}],
    ['subscribe:channel'],
    ['subscribe:channel', { id: 1 }],
    ['message:delta', null],
    ['oauth:start', []],
    ['message:created', {}],
  ];
  for (const [event, ...args] of odd) {
    expect(await socket.emitWithAck(event, ...args)).toMatchObject({ ok: false });
    socket.emit(event, ...args);
  }
  expect(await socket.emitWithAck('ping')).toEqual({ ok: true });
});

test("passes deltas from the agent to the channel's viewers", async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { body: token } = await server.as.owner.post<{ token: string }>('/tokens', { name: 't' });
  using agent = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  using person = await connected(server.url, { auth: { token: token.token } });
  const delta = { channelId, streamId: 's', delta: 'Hel' };
  const passed = received(person, 'message:delta');
  expect(await agent.emitWithAck('message:delta', delta)).toEqual({ ok: true });
  expect(await passed).toEqual(delta);
  expect(await person.emitWithAck('message:delta', delta)).toMatchObject({ ok: false });
  const long = { ...delta, delta: 'x'.repeat(64 * 1024 + 1) };
  const { message } = await agent.emitWithAck('message:delta', long);
  expect(message).toContain('A delta must not exceed 64KiB. Send it in parts');
});

test("closes a revoked key's socket immediately, and narrows a reviewer's events", async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const [own, other] = [(await server.channel()).id, (await server.channel()).id];
  const { body: key } = await owner.post<NewKey>('/keys', { name: 'k' });
  const rita = {
    email: 'rita@example.com',
    name: 'Rita',
    role: 'reviewer',
    channels: [own, other],
  };
  const { body: user } = await owner.post<{ id: string }>('/users', rita);
  const { body: token } = await owner.post<{ token: string }>('/tokens', {
    name: 't',
    email: rita.email,
  });
  using agent = await connected(server.url, { auth: { apiKey: key.key } });
  using person = await connected(server.url, { auth: { token: token.token } });
  const lost = received(agent, 'disconnect');
  await owner.delete(`/keys/${key.id}`);
  await lost;
  const events = record(person);
  await owner.patch(`/users/${user.id}`, { channels: [own] });
  for (const channelId of [other, own])
    await server.as.agent.post('/messages', { channelId, text: channelId });
  await person.emitWithAck('ping');
  const texts = events
    .filter(([name]) => name === 'message:created')
    .map(([, one]) => (one as Message).text);
  expect(texts).toEqual([own]);
});

test('refuses a flood of events, and drops the socket when it continues', async () => {
  await using server = await testServer();
  using socket = await connected(server.url, { auth: { apiKey: server.agentKey.key } });
  const dropped = received(socket, 'disconnect');
  const answers = Array.from({ length: 1000 }, () => socket.emitWithAck('ping'));
  const refused = (await Promise.all(answers)).filter(({ ok }) => !ok);
  expect(refused.length).toBeGreaterThan(50);
  for (let n = 0; n < 5000; n++) socket.emit('ping');
  await dropped;
});

test.concurrent.each(['keys', 'tokens'])(
  'closes the sockets of the %s when they expire',
  async (path) => {
    await using server = await testServer();
    const expiresAt = new Date(Date.now() + 5000).toISOString();
    const made = await server.as.owner.post<NewKey & NewToken>(`/${path}`, {
      name: 'k',
      expiresAt,
    });
    const { key, token } = made.body;
    using socket = await connected(server.url, { auth: key ? { apiKey: key } : { token } });
    await received(socket, 'disconnect');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  },
);

test('lets a key subscribe over its open socket to a channel it creates', async () => {
  await using server = await testServer();
  const { body: key } = await server.as.owner.post<NewKey>('/keys', { name: 'k', channels: [] });
  using socket = await connected(server.url, { auth: { apiKey: key.key } });
  const { body } = await server.as.key(key.key).post<{ id: string }>('/agents', { name: 'Own' });
  expect(await socket.emitWithAck('subscribe:channel', body.id)).toEqual({ ok: true });
});

test('accepts a session only from a page of the inbox', async () => {
  await using server = await testServer();
  const owner = { email: 'ada@example.com', password: 'correct horse battery' };
  const { headers } = await server.as.owner.post('/auth/setup', owner);
  const login = await server.as.nobody.post('/auth/login', owner);
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(headers.get('set-cookie')).toBeNull();
  const from = (origin: string) => ({ extraHeaders: { cookie, origin } });
  using own = await connected(server.url, from(server.url));
  expect(await own.emitWithAck('ping')).toEqual({ ok: true });
  using foreign = client(server.url, from('https://evil.example'));
  expect((await received<Error>(foreign, 'connect_error')).message).toBe('Invalid API key');
});

test('drops sockets on shutdown so that they reconnect', async () => {
  await using server = await testServer();
  using socket = await connected(server.url, {
    auth: { apiKey: server.agentKey.key },
    reconnection: true,
    reconnectionDelay: 10,
  });
  const dropped = received(socket, 'disconnect');
  await server.stop();
  expect(await dropped).not.toBe('io server disconnect');
  expect(socket.active).toBe(true);
});

test('reports an internal error as such, and keeps the socket open', async () => {
  await using server = await testServer();
  const options = { auth: { apiKey: server.agentKey.key } };
  using socket = await connected(server.url, options);
  using db = openBeside(server.data);
  db.run('alter table channels rename to lost');
  const answer = await socket.emitWithAck('subscribe:channel', 'any');
  expect(answer).toEqual({ ok: false, message: 'Internal error' });
  expect(await socket.emitWithAck('ping')).toEqual({ ok: true });
});
