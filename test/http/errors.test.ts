import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { type Failure, testServer } from '../support/server/server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('lists every violation of a bad body with its path', async () => {
  await using server = await testServer();
  const { status, body } = await server.as.agent.post('/messages', {
    channelId: 7,
    text: ['no'],
    status: 'great',
    metadata: 'no',
    review: { type: 'form', payload: { fields: [{ name: 'a', type: 'colour' }] } },
    streamState: 'aborted',
    clientId: '',
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ statusCode: 400, message: 'Validation failed' });
  const found = Object.fromEntries(body.errors.map((one) => [one.path.join('.'), one.code]));
  expect(found).toEqual({
    channelId: 'invalid_type',
    text: 'invalid_type',
    status: 'invalid_value',
    metadata: 'invalid_type',
    'review.payload.fields.0.type': 'invalid_value',
    'review.payload.fields.0.label': 'invalid_type',
    streamState: 'invalid_value',
    streamId: 'custom',
    clientId: 'too_small',
  });
  for (const one of body.errors) expect(one.message).not.toBe('');
});

test('returns the constant message of a 400, and its first cause as detail', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { agent, owner } = server.as;
  const causes: [Failure & { detail?: string }, string][] = [
    [
      (await agent.post('/messages', { channelId, text: 7 })).body,
      'text: Invalid input: expected string',
    ],
    [(await agent.get('/messages?limit=0')).body, 'limit: Too small'],
    [
      (await agent.send('/messages', { method: 'POST', headers: JSON_TYPE, body: '{' })).body,
      'Malformed JSON',
    ],
    [
      (await agent.post('/messages', { channelId, attachmentIds: ['a'] })).body,
      'attachmentIds.0: ',
    ],
    [(await owner.post('/keys', { name: 'k', channels: ['nothing'] })).body, 'channels.0: '],
  ];
  for (const [body, cause] of causes) {
    expect(body).toMatchObject({ statusCode: 400, message: 'Validation failed' });
    expect(body.detail).toStartWith(cause);
  }
});

test('says how to allow a refused webhook address', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const { agent } = server.as;
  const allow = 'is not publicly reachable. To allow it, add it to INBOX_WEBHOOK_ALLOW';
  for (const [path, more] of [
    ['/agents/setWebhook', { url: 'http://10.0.0.7/hook' }],
    ['/messages', { text: 'T', webhookUrl: 'http://10.0.0.7/hook' }],
  ] as const) {
    const { status, body } = await agent.post(path, { channelId, ...more });
    expect([status, body.message]).toEqual([400, `10.0.0.7 ${allow}`]);
    expect(body.errors).toMatchObject([{ code: 'blocked_address', message: body.message }]);
    expect(body).not.toHaveProperty('detail');
  }
  const { body } = await agent.post('/agents/setWebhook', { channelId, url: 'http://localhost/' });
  expect(body.message).toBe(`localhost ${allow}`);
});

test.each([
  ['form', 'fields', 100],
  ['selection', 'items', 200],
  ['approval', 'options', 20],
])('refuses a review with too many %s %s with a single error', async (type, list, maximum) => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const review = { type, payload: { [list]: Array(60_000).fill(7) } };
  const { status, body } = await server.as.agent.post('/messages', { channelId, review });
  expect([status, body.errors]).toEqual([
    400,
    [
      {
        code: 'too_big',
        message: `Too big: expected array to have <=${maximum} items`,
        path: ['review', 'payload', list],
      },
    ],
  ]);
});

test('lists at most 200 violations', async () => {
  await using server = await testServer();
  const channels = Array.from({ length: 60_000 }, (_, at) => at);
  const { status, body } = await server.as.owner.post('/keys', { name: 'CI', channels });
  expect([status, body.errors.length]).toEqual([400, 200]);
  expect(body.errors.at(-1)?.path).toEqual(['channels', '199']);
});

test('lists at most 200 unknown keys', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const review = { type: 'form', payload: { fields: [] } };
  const { body: asked } = await server.as.agent.post<Message>('/messages', { channelId, review });
  const response = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
  const { status, body } = await server.as.owner.post(`/reviews/${asked.id}/respond`, { response });
  expect([status, body.errors.length]).toEqual([400, 200]);
  expect(body.errors.at(-1)?.path).toEqual(['response', 'k199']);
});

test('reports an empty message along with its other errors', async () => {
  await using server = await testServer();
  const { body } = await server.as.agent.post('/messages', {});
  expect(body.errors.map((one) => one.path)).toEqual([['channelId'], ['text']]);
});

test("reports errors of a review's payload along with those around it", async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const { body } = await server.as.agent.post('/messages', {
    channelId,
    review: { type: 'approval', payload: { options: [] }, expiresInSeconds: 0 },
  });
  expect(body.errors.map((one) => one.path.join('.')).sort()).toEqual([
    'review.expiresInSeconds',
    'review.payload.options',
  ]);
});

const badBodies: [what: string, body: string, status: number, type?: string][] = [
  ['malformed JSON', '{"channelId": ', 400],
  ['JSON nested 65 levels deep', `{"channelId":"c","text":"t","metadata":{"a":${deep(63)}}}`, 400],
  ['JSON of 50,001 lists', `[${'[],'.repeat(50_000)}1]`, 400],
  [
    'JSON of 40,001 names',
    `{"channelId":"c"${Array.from({ length: 40_000 }, (_, n) => `,"k${n}":1`).join('')}}`,
    400,
  ],
  ['no body at all', '', 400],
  ['a body that is no object', '[]', 400],
  ['a body of another type', 'channelId=1', 415, 'application/x-www-form-urlencoded'],
  ['a body without a type', '{}', 415, ''],
  ['a body over 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, 413],
];

test.each(badBodies)('refuses %s', async (_, body, status, type = 'application/json') => {
  await using server = await testServer();
  const answer = await server.as.agent.send('/messages', {
    method: 'POST',
    body: new Blob([body]),
    headers: { 'content-type': type },
  });
  expect(answer.status).toBe(status);
  expect(answer.body.statusCode).toBe(status);
  expect(Array.isArray(answer.body.errors)).toBe(status === 400);
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});

test('refuses a body over 1 MiB without a Content-Length', async () => {
  await using server = await testServer();
  const chunk = new Uint8Array(64 * 1024).fill(32);
  const body = new ReadableStream({
    start(stream) {
      for (let count = 0; count < 17; count++) stream.enqueue(chunk);
      stream.close();
    },
  });
  const init = { method: 'POST', body, headers: JSON_TYPE };
  expect((await server.as.agent.send('/messages', init)).status).toBe(413);
});

test('accepts JSON nested 64 levels deep, and ignores brackets in strings', async () => {
  await using server = await testServer();
  const channelId = (await server.channel()).id;
  const metadata = { deep: JSON.parse(deep(62)) };
  const sent = await server.as.agent.post('/messages', { channelId, text: deep(99), metadata });
  expect(sent.status).toBe(201);
  const text = `"\\${'['.repeat(99)}`;
  expect((await server.as.agent.post('/messages', { channelId, text })).status).toBe(201);
});

test('names each header that a webhook must not have, and why', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const body = { channelId, url: 'https://example.com/', headers: { Host: 'x', 'a b': 'y' } };
  const { status, body: failure } = await server.as.agent.post('/agents/setWebhook', body);
  expect([status, failure.errors]).toEqual([
    400,
    [
      { code: 'custom', message: 'Reserved header, set by the inbox', path: ['headers', 'Host'] },
      { code: 'invalid_format', message: 'Invalid header name', path: ['headers', 'a b'] },
    ],
  ]);
});

test('returns 401 without a credential, whatever the body', async () => {
  await using server = await testServer();
  for (const [, body] of badBodies) {
    const init = { method: 'POST', body, headers: JSON_TYPE };
    const answer = await server.as.nobody.send('/messages', init);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ statusCode: 401, message: 'Invalid API key' } as Failure);
  }
});

const methods: [method: string, path: string, allow: string][] = [
  ['PUT', '/messages', 'GET, HEAD, OPTIONS, POST'],
  ['DELETE', '/messages', 'GET, HEAD, OPTIONS, POST'],
  ['POST', '/messages/01', 'DELETE, GET, HEAD, OPTIONS'],
  ['GET', '/messages/01/ack', 'OPTIONS, POST'],
  ['GET', '/reviews/01/respond', 'OPTIONS, POST'],
  ['POST', '/reviews/pending', 'GET, HEAD, OPTIONS'],
  ['POST', '/reviews/01/wait', 'GET, HEAD, OPTIONS'],
];

test.each(methods)(
  'returns 405 for %s %s and lists the allowed methods',
  async (method, path, allow) => {
    await using server = await testServer();
    const answer = await server.as.agent.send(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.body.statusCode).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  },
);

test('returns 404 for an unknown path, inside and outside the API', async () => {
  await using server = await testServer();
  expect((await server.as.agent.get('/nothing')).body.statusCode).toBe(404);
  const outside = await fetch(`${server.url}/nothing`);
  expect([outside.status, await outside.json()]).toMatchObject([404, { statusCode: 404 }]);
  expect(outside.headers.get('x-request-id')).toBeTruthy();
});

test('never returns 5xx for odd paths and queries', async () => {
  await using server = await testServer();
  const odd = ['/messages/%zz', '/messages/%00', '/messages?search=%zz', '/messages?__proto__=1'];
  for (const path of [...odd, `/messages/${'x'.repeat(5000)}`, '/messages?limit=1&limit=2']) {
    const { status } = await server.as.agent.get(path);
    expect([path, status < 500]).toEqual([path, true]);
  }
});

test('accepts a GET with a JSON type and no body', async () => {
  await using server = await testServer();
  const { status } = await server.as.agent.get('/messages', { headers: JSON_TYPE });
  expect(status).toBe(200);
});

test('gives every response its own request id', async () => {
  await using server = await testServer();
  const answers = [
    await server.as.agent.get('/messages'),
    await server.as.agent.get('/messages'),
    await server.as.nobody.get('/messages'),
    await server.as.agent.get('/messages/unknown'),
    await server.as.agent.get('/messages?limit=0'),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 401, 404, 400]);
  const ids = answers.map((answer) => answer.headers.get('x-request-id'));
  expect(ids.every(Boolean)).toBe(true);
  expect(new Set(ids).size).toBe(5);
});

test('refuses a compressed body as an unsupported type', async () => {
  await using server = await testServer();
  const { status } = await server.as.agent.send('/messages', {
    method: 'POST',
    body: Bun.gzipSync(Buffer.from('{}')),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  expect(status).toBe(415);
});

test('returns 500 with a request id and no details for an internal error', async () => {
  await using server = await testServer();
  using db = openBeside(server.data);
  db.run('alter table messages rename to lost');
  const { status, body, headers } = await server.as.agent.get('/messages');
  expect(status).toBe(500);
  expect(body as object).toEqual({ statusCode: 500, message: 'Internal error' });
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});
