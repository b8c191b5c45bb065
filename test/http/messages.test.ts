import { expect, test } from 'bun:test';
import type { NewKey, User } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const KIB = 1024;
const KEYS = ['attachments', 'channelId', 'clientId', 'createdAt', 'deliveryStatus', 'id'];
const MORE_KEYS = [
  'metadata',
  'review',
  'senderId',
  'senderName',
  'senderType',
  'seq',
  'status',
  'streamId',
];

async function send(server: TestServer, input: object, headers: Record<string, string> = {}) {
  const channelId = (await server.channel()).id;
  return server.as.agent.post<Message>('/messages', { channelId, ...input }, headers);
}

test('returns a message with every field, null where empty', async () => {
  await using server = await testServer();
  const { status, body } = await send(server, { text: 'Hello', unknownKey: 1 });
  expect(status).toBe(201);
  const last = ['streamState', 'text', 'truncated', 'updatedAt', 'webhookUrl'];
  expect(Object.keys(body).sort()).toEqual([...KEYS, ...MORE_KEYS, ...last]);
  const { id, channelId, createdAt } = body;
  expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(body).toMatchObject({ senderType: 'agent', senderId: channelId, deliveryStatus: 'sent' });
  expect(body).toMatchObject({ text: 'Hello', attachments: [], updatedAt: createdAt });
  expect(body).toMatchObject({ status: null, review: null, metadata: null, webhookUrl: null });
  expect(body).toMatchObject({ streamId: null, streamState: null, clientId: null });
  expect((await server.as.agent.get<Message>(`/messages/${id}`)).body).toEqual(body);
});

test("returns the sender's name until they are removed", async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { owner, agent, nobody } = server.as;
  const rita = { name: 'Rita', email: 'rita@example.com', password: 'correct horse' };
  const { body: user } = await owner.post<User>('/users', { ...rita, channels: [channelId] });
  const cookie = (await nobody.post('/auth/login', rita)).headers.get('set-cookie') ?? '';
  const by = { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
  const sent = await nobody.post<Message>('/messages', { channelId, text: 'Go' }, by);
  expect(sent.body).toMatchObject({ senderId: user.id, senderName: 'Rita' });
  const read = async () => {
    const one = await agent.get<Message>(`/messages/${sent.body.id}`);
    const { body } = await agent.get<{ data: Message[] }>(`/messages?channel=${channelId}`);
    const found = await agent.get<{ data: Message[] }>('/messages?search=go');
    return [one.body, ...body.data, ...found.body.data].map(({ senderName }) => senderName);
  };
  expect(await read()).toEqual(['Rita', 'Rita', 'Rita']);
  await owner.delete(`/users/${user.id}`);
  expect(await read()).toEqual([null, null, null]);
});

const says: [what: string, input: object][] = [
  ['a text', { text: 'Hi' }],
  ['a status', { status: 'success' }],
  ['a review', { review: { type: 'freeform' } }],
  ['an empty draft', { text: '', streamId: 's', streamState: 'streaming' }],
  ['a text of 256 KiB', { text: 'ä'.repeat(128 * KIB) }],
  ['metadata of 64 KiB', { text: 'Hi', metadata: { a: 'x'.repeat(64 * KIB - 8) } }],
  ['a payload of 256 KiB', { review: { type: 'freeform', payload: { a: 'x'.repeat(262136) } } }],
  ['a review for a year', { review: { type: 'freeform', expiresInSeconds: 31_536_000 } }],
];

test.each(says)('accepts %s alone as a message', async (_, input) => {
  await using server = await testServer();
  expect((await send(server, input)).status).toBe(201);
});

const review = (more: object) => ({ review: { type: 'freeform', ...more } });
const refused: [what: string, input: object, path: string][] = [
  ['nothing', {}, 'text'],
  ['an empty text', { text: '' }, 'text'],
  [
    'an empty text that ends a stream',
    { text: '', streamId: 's', streamState: 'complete' },
    'text',
  ],
  ['no files', { attachmentIds: [] }, 'text'],
  ['a file there is not', { attachmentIds: ['unknown'] }, 'attachmentIds.0'],
  ['a text over 256 KiB', { text: `${'ä'.repeat(128 * KIB)}x` }, 'text'],
  ['metadata over 64 KiB', { text: 'Hi', metadata: { a: 'x'.repeat(64 * KIB - 7) } }, 'metadata'],
  ['metadata that is a list', { text: 'Hi', metadata: [] }, 'metadata'],
  ['a payload over 256 KiB', review({ payload: { a: 'x'.repeat(262137) } }), 'review.payload'],
  ['a review for no time', review({ expiresInSeconds: 0 }), 'review.expiresInSeconds'],
  ['a review over a year', review({ expiresInSeconds: 31_536_001 }), 'review.expiresInSeconds'],
  ['a review for half a second', review({ expiresInSeconds: 1.5 }), 'review.expiresInSeconds'],
  ['a review until long ago', review({ expiresAt: '2020-01-01T00:00:00Z' }), 'review.expiresAt'],
  ['a review until some day', review({ expiresAt: 'soon' }), 'review.expiresAt'],
  ['a review of an unknown type', { review: { type: 'dance' } }, 'review.type'],
  ['a callback to nowhere', review({ callback: { url: 'nowhere' } }), 'review.callback.url'],
  ['a stream without its id', { text: 'Hi', streamState: 'streaming' }, 'streamId'],
  ['an unknown status', { status: 'great' }, 'status'],
  ['a webhook to a file', { text: 'Hi', webhookUrl: 'file:///etc/passwd' }, 'webhookUrl'],
  ['an empty clientId', { text: 'Hi', clientId: '' }, 'clientId'],
];

test.each(refused)('refuses a message with %s and stores nothing', async (_, input, path) => {
  await using server = await testServer();
  const { status, body } = await send(server, input);
  const { errors } = body as unknown as { errors: { path: string[] }[] };
  expect([status, errors.map((one) => one.path.join('.'))]).toEqual([400, [path]]);
  expect((await server.as.agent.get<object>('/messages')).body).toMatchObject({ data: [] });
});

const repeats: [what: string, first: object, second: object, headers: Record<string, string>][] = [
  ['clientId', { clientId: 'one' }, { clientId: 'one' }, {}],
  ['clientId as Idempotency-Key', { clientId: 'one' }, {}, { 'idempotency-key': 'one' }],
  ['streamId', { streamId: 's', streamState: 'streaming' }, { streamId: 's' }, {}],
];

test.each(repeats)(
  'returns the first message for a repeated %s',
  async (_, first, second, headers) => {
    await using server = await testServer();
    const channelId = (await server.channel()).id;
    const sent = await send(server, { channelId, text: 'First', ...first });
    const again = await send(server, { channelId, text: 'First', ...second }, headers);
    expect([sent.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(sent.body);
    const elsewhere = await send(server, { text: 'Elsewhere', ...second }, headers);
    expect(elsewhere.status).toBe(201);
  },
);

test.each(repeats.slice(0, 2))(
  'returns a conflict with message and key for a repeated %s with another body',
  async (_, first, second, headers) => {
    await using server = await testServer();
    const channelId = (await server.channel()).id;
    const { body } = await send(server, { channelId, text: 'Delete staging?', ...first });
    const other = await send(server, { channelId, text: 'Delete all?', ...second }, headers);
    expect([other.status, other.body as object]).toMatchObject([
      409,
      { messageId: body.id, clientId: 'one', message: expect.stringContaining('"one"') },
    ]);
    expect((await server.as.agent.get<{ data: unknown[] }>('/messages')).body.data).toHaveLength(1);
  },
);

test('returns the draft for a repeated streamId, whatever the rest of the request', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const draft = { channelId, streamId: 's', streamState: 'streaming', clientId: 'one' };
  const sent = await send(server, { ...draft, text: 'First' });
  const again = await send(server, { ...draft, text: 'Second' });
  expect([again.status, again.body.id, again.body.text]).toEqual([200, sent.body.id, 'First']);
});

test('uses Idempotency-Key as the clientId of a message without one', async () => {
  await using server = await testServer();
  const header = { 'idempotency-key': 'from the header' };
  expect((await send(server, { text: 'Hi' }, header)).body.clientId).toBe('from the header');
  const own = await send(server, { text: 'Hi', clientId: 'own' }, header);
  expect(own.body.clientId).toBe('own');
  const long = await send(server, { text: 'Hi' }, { 'idempotency-key': 'x'.repeat(201) });
  expect(long.status).toBe(400);
});

test('returns metadata exactly as sent', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const metadata =
    '{"__proto__":{"a":[1,{"constructor":null}]},"toString":"","1":1e21,"ü":"\\u0000"}';
  const answer = await server.as.agent.send<Message>('/messages', {
    method: 'POST',
    body: `{"channelId":"${channelId}","text":"Hi","metadata":${metadata}}`,
    headers: { 'content-type': 'application/json' },
  });
  const inOrder = JSON.stringify(JSON.parse(metadata));
  expect(JSON.stringify(answer.body.metadata)).toBe(inOrder);
  const read = await server.as.agent.get<Message>(`/messages/${answer.body.id}`);
  expect(JSON.stringify(read.body.metadata)).toBe(inOrder);
});

test('masks the header values of a callback', async () => {
  await using server = await testServer();
  const callback = { url: 'https://example.com/hook', headers: { 'X-Secret': 'swordfish' } };
  const { body } = await send(server, { review: { type: 'approval', callback } });
  const shown = [
    body,
    (await server.as.agent.get<Message>(`/messages/${body.id}`)).body,
    (await server.as.owner.get<Message>(`/reviews/${body.id}`)).body,
    (await server.as.agent.get<Message[]>('/reviews/pending')).body[0],
  ];
  for (const message of shown) {
    expect(message?.review?.callback).toEqual({
      url: callback.url,
      method: 'POST',
      headers: { 'X-Secret': '***' },
    });
  }
});

test("accepts a message's routes with no channel or its own, but not another", async () => {
  await using server = await testServer();
  const { body } = await send(server, { text: 'Hi', review: { type: 'approval' } });
  const other = (await server.channel()).id;
  const paths = [`/messages/${body.id}`, `/reviews/${body.id}`];
  for (const path of paths) {
    for (const [query, status] of [
      ['', 200],
      [`?channel=${body.channelId}`, 200],
      [`?channel=${other}`, 404],
    ] as const) {
      expect((await server.as.agent.get(path + query)).status).toBe(status);
    }
  }
  expect((await server.as.agent.post(`/messages/${body.id}/ack?channel=${other}`)).status).toBe(
    404,
  );
  expect((await server.as.agent.delete(`/messages/${body.id}?channel=${other}`)).status).toBe(404);
});

test('acknowledges a message repeatedly and with any body', async () => {
  await using server = await testServer();
  const { body } = await send(server, { text: 'Hi' });
  const bodies = [undefined, {}, { unknown: 1 }, undefined];
  for (const sent of bodies) {
    const ack = await server.as.agent.post<object>(`/messages/${body.id}/ack`, sent);
    expect([ack.status, ack.body]).toEqual([200, { acknowledged: true }]);
  }
  const read = await server.as.agent.get<Message>(`/messages/${body.id}`);
  expect(read.body.deliveryStatus).toBe('agent_received');
});

test('deletes a message with its review', async () => {
  await using server = await testServer();
  const { body } = await send(server, { review: { type: 'approval' } });
  const gone = await server.as.agent.delete<object>(`/messages/${body.id}`);
  expect([gone.status, gone.body]).toEqual([200, { deleted: true }]);
  for (const path of [`/messages/${body.id}`, `/reviews/${body.id}`]) {
    expect((await server.as.agent.get(path)).status).toBe(404);
  }
  expect((await server.as.agent.delete(`/messages/${body.id}`)).status).toBe(404);
  expect((await server.as.agent.get<object>('/reviews/pending')).body).toEqual([]);
});

const badQueries = ['limit=0', 'limit=-1', 'limit=ten', 'limit=', 'limit=1.5', 'review=done'];

test.each([...badQueries, 'has_attachments=yes', 'cursor='])('refuses ?%s', async (query) => {
  await using server = await testServer();
  const { status, body } = await server.as.agent.get(`/messages?${query}`);
  expect([status, body.errors[0]?.path]).toEqual([400, [query.split('=')[0] ?? '']]);
});

test('takes a search literally', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const texts = [
    '{"a":1}',
    '[1,2]',
    'a+b & c=d',
    '100% "OR" NOT',
    'p, q',
    'null',
    '%zz',
    'q r',
    "x'y",
  ];
  for (const text of texts) await server.as.agent.post('/messages', { channelId, text });
  for (const text of texts) {
    const query = new URLSearchParams({ search: text });
    const found = await server.as.agent.get<{ data: Message[] }>(`/messages?${query}`);
    expect([found.status, found.body.data?.map((one) => one.text)]).toEqual([200, [text]]);
  }
});

test('finds a visible message by the end of its id, in any case', async () => {
  await using server = await testServer();
  const { agent, owner } = server.as;
  const { id: channelId } = await server.channel();
  const { id: other } = await server.channel();
  const { id } = (await agent.post<Message>('/messages', { channelId, text: 'Hi' })).body;
  await agent.post<Message>('/messages', { channelId, text: 'Another' });
  const { body: key } = await owner.post<NewKey>('/keys', { name: 'k', channels: [other] });
  const idsFor = async (client: typeof agent, query: string) =>
    (await client.get<{ data: Message[] }>(`/messages?${query}`)).body.data.map((one) => one.id);
  const end = id.slice(-8);
  for (const typed of [end, end.toLowerCase(), id]) {
    expect(await idsFor(agent, `idEnd=${typed}`)).toEqual([id]);
    expect(await idsFor(owner, `idEnd=${typed}&channel=${channelId}`)).toEqual([id]);
  }
  expect(await idsFor(agent, `idEnd=${end}&channel=${other}`)).toEqual([]);
  expect(await idsFor(server.as.key(key.key), `idEnd=${end}`)).toEqual([]);
});

test.each([
  ['idEnd=abc', 'idEnd'],
  ['idEnd=%25%25%25%25', 'idEnd'],
  ['idEnd=abcd&search=x', 'search'],
  ['idEnd=abcd&review=any', 'review'],
  ['idEnd=abcd&after=x', 'after'],
])('refuses a list by %s', async (query, field) => {
  await using server = await testServer();
  const { status, body } = await server.as.agent.get(`/messages?${query}`);
  expect([status, body.errors.map(({ path }) => path.join('.'))]).toEqual([400, [field]]);
});
