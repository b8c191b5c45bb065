import { expect, setSystemTime, test } from 'bun:test';
import type { Key, NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { type Answer, type Client, type TestServer, testServer } from '../support/server/server.ts';

const newKey = async (server: TestServer, input: object) =>
  (await server.as.owner.post<NewKey>('/keys', { name: 'Key', ...input })).body;

test('returns a key in full once, and afterwards only its prefix', async () => {
  await using server = await testServer();
  const { status, body } = await server.as.owner.post<NewKey>('/keys', { name: '  CI ' });
  expect(status).toBe(201);
  expect(body.key).toMatch(/^hp_[0-9a-f]{48}$/);
  const listed = await server.as.owner.get<Key[]>('/keys');
  const { key, ...shown } = body;
  expect(listed.body.find((one) => one.id === body.id)).toEqual(shown);
  expect(shown).toMatchObject({ name: 'CI', prefix: key.slice(0, 11), channels: 'all' });
  expect(shown).toMatchObject({ lastUsedAt: null, expiresAt: null, revokedAt: null });
  expect(JSON.stringify(listed.body)).not.toContain(key);
});

test('accepts a key as x-api-key or as a bearer token', async () => {
  await using server = await testServer();
  const { key } = server.agentKey;
  const as = async (headers: Record<string, string>) =>
    (await server.as.nobody.get('/agents', { headers })).status;
  expect(await as({ 'x-api-key': key })).toBe(200);
  expect(await as({ authorization: `Bearer ${key}` })).toBe(200);
  expect(await as({ authorization: `bearer ${key}` })).toBe(200);
});

const notAKey: [string, Record<string, string>][] = [
  ['nothing', {}],
  ['an unknown key', { 'x-api-key': `hp_${'0'.repeat(48)}` }],
  ['an empty key', { 'x-api-key': '' }],
  ['a key of another sort', { 'x-api-key': `hu_${'0'.repeat(48)}` }],
  ['an unknown bearer token', { authorization: `Bearer hu_${'0'.repeat(48)}` }],
  ['a basic password', { authorization: 'Basic aHA6aHA=' }],
  ['a bearer of nothing', { authorization: 'Bearer ' }],
];

test.each(notAKey)('refuses %s as a credential', async (_, headers) => {
  await using server = await testServer();
  const answer = await server.as.nobody.get('/agents', { headers });
  expect(answer.status).toBe(401);
  expect(answer.body as object).toEqual({ statusCode: 401, message: 'Invalid API key' });
});

test('refuses a revoked key immediately, and ignores a second revocation', async () => {
  await using server = await testServer();
  const { id, key } = await newKey(server, {});
  const agent = server.as.key(key);
  expect((await agent.get('/agents')).status).toBe(200);
  const revoked = await server.as.owner.delete<Key>(`/keys/${id}`);
  expect(revoked.body.revokedAt).not.toBeNull();
  expect((await agent.get('/agents')).status).toBe(401);
  const again = await server.as.owner.delete<Key>(`/keys/${id}`);
  expect(again.body.revokedAt).toBe(revoked.body.revokedAt);
  expect((await server.as.owner.delete('/keys/unknown')).status).toBe(404);
});

test('rotates a key to one with the same name, channels and lifetime, and keeps the old one for a day', async () => {
  await using server = await testServer();
  const { id: channel } = await server.channel();
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const old = await newKey(server, { name: 'CI', channels: [channel], expiresAt: days(90) });
  const now = Date.now();
  try {
    setSystemTime(now + 60_000);
    const { status, body } = await server.as.owner.post<NewKey>(`/keys/${old.id}/rotate`, {});
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'CI', channels: [channel], lastUsedAt: null });
    expect(Date.parse(body.expiresAt ?? '') - Date.parse(body.createdAt)).toBe(
      Date.parse(old.expiresAt ?? '') - Date.parse(old.createdAt),
    );
    const statuses = async () =>
      Promise.all(
        [old, body].map(async ({ key }) => (await server.as.key(key).get('/agents')).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    setSystemTime(now + 60_000 + 86_400_000);
    expect(await statuses()).toEqual([401, 200]);
  } finally {
    setSystemTime();
  }
});

test('lets the rotation set when the old key expires, but never later than before', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const [forever, brief] = [
    await newKey(server, {}),
    await newKey(server, { expiresAt: at(9000) }),
  ];
  const rotate = (id: string, oldExpiresAt: string | null) =>
    owner.post(`/keys/${id}/rotate`, { oldExpiresAt });
  const endOf = async (id: string) =>
    (await owner.get<Key[]>('/keys')).body.find((one) => one.id === id)?.expiresAt;
  expect((await rotate(forever.id, null)).status).toBe(201);
  expect(await endOf(forever.id)).toBeNull();
  expect((await rotate(brief.id, at(86_400_000))).status).toBe(201);
  expect(await endOf(brief.id)).toBe(brief.expiresAt);
  const past = await rotate(forever.id, at(-1));
  expect([past.status, past.body.errors[0]?.path]).toEqual([400, ['oldExpiresAt']]);
  await owner.delete(`/keys/${forever.id}`);
  expect((await rotate(forever.id, null)).status).toBe(409);
  expect((await rotate('unknown', null)).status).toBe(404);
});

test('refuses a key from the moment it expires', async () => {
  await using server = await testServer();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const agent = server.as.key((await newKey(server, { expiresAt })).key);
  try {
    setSystemTime(Date.parse(expiresAt) - 1);
    expect((await agent.get('/agents')).status).toBe(200);
    setSystemTime(Date.parse(expiresAt));
    expect((await agent.get('/agents')).status).toBe(401);
  } finally {
    setSystemTime();
  }
});

test('records the last use of a key at most once a minute', async () => {
  await using server = await testServer();
  const { id, key } = await newKey(server, {});
  const lastUsedAt = async () => {
    const keys = await server.as.owner.get<Key[]>('/keys');
    return keys.body.find((one) => one.id === id)?.lastUsedAt;
  };
  const start = Date.now();
  try {
    for (const [afterMs, noted] of [
      [0, 0],
      [59_000, 0],
      [61_000, 61_000],
    ] as const) {
      setSystemTime(start + afterMs);
      await server.as.key(key).get('/agents');
      expect(await lastUsedAt()).toBe(new Date(start + noted).toISOString());
    }
  } finally {
    setSystemTime();
  }
});

test('names the unknown channels of a new key', async () => {
  await using server = await testServer();
  const { id } = await server.channel();
  const channels = [id, id, 'unknown'];
  const { status, body } = await server.as.owner.post('/keys', { name: 'Key', channels });
  expect(status).toBe(400);
  expect(body.errors.map((one) => one.path)).toEqual([['channels', '2']]);
});

test('refuses an expiry in the past', async () => {
  await using server = await testServer();
  const expiresAt = '2020-01-01T00:00:00Z';
  const { status, body } = await server.as.owner.post('/keys', { name: 'Key', expiresAt });
  expect([status, body.errors[0]?.path]).toEqual([400, ['expiresAt']]);
});

test('limits a key to its channels and those it creates', async () => {
  await using server = await testServer();
  const mine = await server.channel();
  await server.channel();
  const agent = server.as.key((await newKey(server, { channels: [mine.id] })).key);
  const made = (await agent.post<Agent>('/agents', { name: 'Made' })).body;
  const seen = (await agent.get<Agent[]>('/agents')).body.map((one) => one.id);
  expect(seen).toEqual([mine.id, made.id]);
});

test('shows nothing to a key without channels', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  await server.as.agent.post('/messages', { channelId, text: 'Hi' });
  const agent = server.as.key((await newKey(server, { channels: [] })).key);
  expect((await agent.get<Agent[]>('/agents')).body).toEqual([]);
  expect((await agent.get('/messages')).body as object).toEqual({ data: [], nextCursor: null });
  expect((await agent.get<Message[]>('/reviews/pending')).body).toEqual([]);
});

type Try = [what: string, (as: Client, id: string, channel: string) => Promise<Answer<unknown>>];
const review = { type: 'approval' };
const reaches: Try[] = [
  ['reading a message', (as, id) => as.get(`/messages/${id}`)],
  ['deleting a message', (as, id) => as.delete(`/messages/${id}`)],
  ['acknowledging a message', (as, id) => as.post(`/messages/${id}/ack`)],
  ['reading a review', (as, id) => as.get(`/reviews/${id}`)],
  ['waiting', (as, id, channel) => as.get(`/reviews/${id}/wait?channel=${channel}`)],
  ['reading a channel', (as, _, channel) => as.get(`/agents/${channel}`)],
  ['sending', (as, _, channelId) => as.post('/messages', { channelId, text: 'Hi', review })],
];

test.each(reaches)("%s: returns 404 for what is not the caller's", async (_, reach) => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const sent = await server.as.agent.post<Message>('/messages', { channelId, review });
  const mine = (await server.channel()).id;
  const agent = server.as.key((await newKey(server, { channels: [mine] })).key);
  const foreign = await reach(agent, sent.body.id, channelId);
  const unknown = await reach(agent, '01UNKNOWN', '01UNKNOWN');
  expect(foreign.status).toBe(404);
  expect(foreign.body).toEqual(unknown.body);
  const still = await server.as.agent.get<Message>(`/messages/${sent.body.id}`);
  expect(still.body).toEqual(sent.body);
});

test('lets a key neither answer nor manage other keys and users', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const sent = await server.as.agent.post<Message>('/messages', { channelId, review });
  const answer = { response: { selectedOption: 'approve' } };
  const { agent } = server.as;
  const other = await newKey(server, { channels: [channelId] });
  const refused = [
    await agent.post(`/reviews/${sent.body.id}/respond`, answer),
    await agent.get('/keys'),
    await agent.post('/keys', { name: 'Mine' }),
    await agent.delete(`/keys/${other.id}`),
    await agent.get('/tokens'),
    await agent.post('/tokens', { name: 'Mine' }),
    await agent.delete(`/agents/${channelId}`),
    await agent.get('/auth/session'),
  ];
  expect(refused.map((one) => one.status)).toEqual(refused.map(() => 403));
  expect((await server.as.agent.get<Message[]>('/reviews/pending')).body).toEqual([sent.body]);
});

test('lets a person neither ask for a review nor stream', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const asks = await server.as.owner.post('/messages', { channelId, text: 'Well?', review });
  const stream = { channelId, streamId: 's', streamState: 'streaming', text: '' };
  const streams = await server.as.owner.post('/messages', stream);
  expect([asks.status, streams.status]).toEqual([403, 403]);
  const writes = await server.as.owner.post<Message>('/messages', { channelId, text: 'Hello' });
  expect(writes.body).toMatchObject({ senderType: 'user' });
});
