/** Numbers with more digits than JavaScript keeps: on every way from an agent to people and back. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { follow } from '../../src/client/follow/follow.ts';
import { compareNumbers } from '../../src/core/numbers.ts';
import { findRun } from '../../src/run-file.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { type Failure, type TestServer, testServer } from '../support/server/server.ts';
import { numberText } from '../support/texts/numbers.ts';

type Asked = { id: string };
const headers = { 'content-type': 'application/json' };
const LONG =
  '{"id":9007199254740993,"inf":1e400,"list":[0.1000000000000000055511151231257827,-1E-400]}';

test('keeps metadata and freeform answers to the digit, wherever they are read', async () => {
  await using receiver = testReceiver();
  await using server = await testServer({ webhookAllow: '127.0.0.1' });
  const { id: channelId } = await server.channel({ webhookUrl: receiver.url });
  const asOwner: Record<string, string> = server.as.ownerHeaders;
  const asAgent = { 'x-api-key': server.agentKey.key };
  const raw = async (path: string, body?: string, headers = asOwner) => {
    const sent = { ...headers, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', body };
    return (await fetch(`${server.url}/api/v1${path}`, { headers: sent, ...init })).text();
  };
  const done = Promise.withResolvers<string>();
  const { url, token = '' } = findRun(server.data) ?? { url: server.url };
  const follower = follow(
    { source: async () => ({ url, credentials: { token } }), place: { after: 0 } },
    {
      event({ name, payload }) {
        if (name === 'review:responded') done.resolve(JSON.stringify(payload));
      },
    },
  );

  const review = `{"type":"freeform","default":${LONG}}`;
  const asked = await raw(
    '/messages',
    `{"channelId":"${channelId}","text":"Well?","metadata":${LONG},"review":${review}}`,
    asAgent,
  );
  expect(asked).toContain(`"metadata":${LONG}`);
  expect(asked).toContain(`"default":${LONG}`);
  const { id } = JSON.parse(asked) as { id: string };
  expect(await raw('/reviews/pending')).toContain(`"metadata":${LONG}`);
  const waiting = raw(`/reviews/${id}/wait?channel=${channelId}`, undefined, asAgent);
  const answered = await raw(`/reviews/${id}/respond`, `{"response":${LONG}}`);
  expect(answered).toContain(`"response":${LONG}`);
  expect(await waiting).toContain(`"response":${LONG}`);
  for (const path of [
    `/messages/${id}`,
    `/messages?channel=${channelId}`,
    '/messages?search=well',
    '/messages?review=completed&order=ended',
    '/reviews/export?format=json',
    '/events?after=0',
  ]) {
    expect([path, await raw(path)]).toEqual([path, expect.stringContaining(`"response":${LONG}`)]);
  }
  const csv = await raw('/reviews/export?format=csv');
  expect(csv).toContain(LONG.replaceAll('"', '""'));
  await receiver.has(1);
  expect(receiver.received[0]?.body).toContain(`"response":${LONG}`);
  const live = await done.promise;
  follower.close();
  expect(live).toContain(`"response":${LONG}`);
  expect(live).toContain(`"metadata":${LONG}`);
});

test('gives any number of an answer with the same value, in a message, an event and a webhook', async () => {
  await using receiver = testReceiver();
  await using server = await testServer({ webhookAllow: '127.0.0.1' });
  const { id: channelId } = await server.channel({ webhookUrl: receiver.url });
  const all = fc.sample(numberText, 300);
  const review = { type: 'freeform' };
  const { body: asked } = await server.as.agent.post<Asked>('/messages', { channelId, review });
  const init = { method: 'POST', headers, body: `{"response":{"all":[${all.join()}]}}` };
  await server.as.owner.send(`/reviews/${asked.id}/respond`, init);
  await receiver.has(1);
  const get = (path: string, more = {}) =>
    fetch(`${server.url}/api/v1${path}`, { headers: { ...server.as.ownerHeaders, ...more } });
  const texts = [
    await numbersIn(await get(`/messages/${asked.id}`)),
    await numbersIn(await get('/events?after=0', { accept: 'text/event-stream' })),
    await numbersIn(new Response(receiver.received[0]?.body)),
  ];
  for (const found of texts) {
    expect(found).toHaveLength(all.length);
    const other = all.filter((one, at) => compareNumbers(found[at] ?? '', one) !== 0);
    expect(other).toEqual([]);
  }
});

/** The numbers as they are written, as soon as they have arrived. */
async function numbersIn({ body }: Response): Promise<string[]> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    const [, found] = /"all":\[([^\]]*)\]/.exec(text) ?? [];
    if (found !== undefined) return found.split(',');
  }
  return [];
}

const schema = JSON.stringify({
  type: 'object',
  properties: {
    whole: { type: 'integer', minimum: 9_007_199_254_740_992, multipleOf: 3 },
    least: { exclusiveMinimum: 0.1 },
    one: { enum: [9_007_199_254_740_992] },
    text: { type: 'string' },
  },
});

const judged: [response: string, wrong: string | null][] = [
  ['{"whole":9007199254740993}', null],
  ['{"whole":9007199254740994}', 'is not a multiple of 3'],
  ['{"whole":-9007199254740993}', 'is less than'],
  ['{"whole":9007199254740993.5}', 'Expected "integer"'],
  ['{"whole":1e400}', 'is not a multiple of 3'],
  ['{"whole":3e99999999}', 'Too complex'],
  ['{"least":0.1000000000000000055511151231257827}', null],
  ['{"least":0.0999999999999999999999999999999999}', 'is less than 0.1'],
  ['{"one":9007199254740993}', 'does not match any of'],
  ['{"text":9007199254740993}', 'Instance type "number" is invalid'],
];

/** Asks, and answers with a JSON text as it is. */
async function answerTo(server: TestServer, review: object, response: string) {
  const { id: channelId } = await server.channel();
  const { body } = await server.as.agent.post<Asked>('/messages', { channelId, review });
  const sent = { method: 'POST', headers, body: `{"response":${response}}` };
  return server.as.owner.send<Failure>(`/reviews/${body.id}/respond`, sent);
}

const TOO_LONG = /^Too many digits to keep|^This number is too large/;

test('checks long numbers against a schema by their value', async () => {
  await using server = await testServer();
  const review = { type: 'freeform', payload: { schema: JSON.parse(schema) } };
  for (const [response, wrong] of judged) {
    const { status, body } = await answerTo(server, review, response);
    if (wrong === null) expect([response, status]).toEqual([response, 200]);
    else
      expect([response, body.errors[0]?.message]).toEqual([
        response,
        expect.stringContaining(wrong),
      ]);
  }
});

const field = (more: string) =>
  `{"type":"form","payload":{"fields":[{"name":"a","label":"A","type":"number"${more}}]}}`;

const asked: [review: string, path: string][] = [
  [field(',"defaultValue":9007199254740993'), 'payload.fields.0.defaultValue'],
  [field(',"max":1e400'), 'payload.fields.0.max'],
  [field(',"step":0.10000000000000000001'), 'payload.fields.0.step'],
  ['{"type":"approval","payload":{"order":9007199254740993}}', 'payload.order'],
  ['{"type":"rating","payload":{"prompt":"How?","a":[9007199254740993]}}', 'payload.a.0'],
  ['{"type":"approval","expiresInSeconds":60.00000000000000000001}', 'expiresInSeconds'],
];

test('refuses a long number in a question, and names its field', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  for (const [review, path] of asked) {
    const sent = `{"channelId":"${channelId}","text":"Well?","review":${review}}`;
    const init = { method: 'POST', headers, body: sent };
    const { status, body } = await server.as.agent.send<Failure>('/messages', init);
    expect([status, body.errors[0]?.path.join('.')]).toEqual([400, `review.${path}`]);
    expect(body.errors[0]?.message).toMatch(TOO_LONG);
  }
});

test('keeps the long numbers of a freeform question, and checks answers by them', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const whole = '{"type":"integer","maximum":9223372036854775807}';
  const payload = `{"schema":{"properties":{"id":${whole}}},"order":[9007199254740993]}`;
  const sent = `{"channelId":"${channelId}","review":{"type":"freeform","payload":${payload}}}`;
  const init = { method: 'POST', headers, body: sent };
  const { body: asked } = await server.as.agent.send<Asked>('/messages', init);
  const path = `${server.url}/api/v1/messages/${asked.id}`;
  const read = await fetch(path, { headers: server.as.ownerHeaders });
  expect(await read.text()).toContain(`"payload":${payload}`);
  const answer = (id: string) => {
    const body = `{"response":{"id":${id}}}`;
    return server.as.owner.send<Failure>(`/reviews/${asked.id}/respond`, { ...init, body });
  };
  const over = await answer('9223372036854775808');
  expect(over.body.errors[0]?.message).toBe(
    '9223372036854775808 is greater than 9223372036854775807.',
  );
  expect((await answer('9223372036854775807')).status).toBe(200);
});

test('keeps the input of a permission to the digit, as it was asked and as it was edited', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const payload = `{"tool":"Move","input":${LONG},"editable":true}`;
  const body = `{"channelId":"${channelId}","review":{"type":"permission","payload":${payload}}}`;
  const init = { method: 'POST', headers, body };
  const { body: asked } = await server.as.agent.send<Asked>('/messages', init);
  const path = `${server.url}/api/v1/messages/${asked.id}`;
  const read = async () => (await fetch(path, { headers: server.as.ownerHeaders })).text();
  expect(await read()).toContain(`"input":${LONG}`);
  const edited = LONG.replace('993', '995');
  const response = `{"response":{"decision":"allow","input":${edited}}}`;
  const answer = { ...init, body: response };
  expect((await server.as.owner.send(`/reviews/${asked.id}/respond`, answer)).status).toBe(200);
  expect(await read()).toContain(`"response":{"decision":"allow","input":${edited},"edited":true}`);
});

const number = (type: string) => ({ fields: [{ name: 'a', label: 'A', type }] });

test('refuses a long number in an answer that is shown in fields', async () => {
  await using server = await testServer();
  for (const [type, payload, response, name] of [
    ['form', number('number'), '{"a":9007199254740993}', 'a'],
    ['form', number('range'), '{"a":1e400}', 'a'],
    ['rating', { prompt: 'How?' }, '{"rating":4.00000000000000000001}', 'rating'],
  ] as const) {
    const { status, body } = await answerTo(server, { type, payload }, response);
    expect([status, body.errors[0]?.path]).toEqual([400, ['response', name]]);
    expect(body.errors[0]?.message).toMatch(TOO_LONG);
  }
});

test('refuses a body with too many long numbers', async () => {
  await using server = await testServer();
  const sent = `{"metadata":{"a":[${'1e1,'.repeat(20_001)}0]}}`;
  const init = { method: 'POST', headers, body: sent };
  const { status, body } = await server.as.agent.send<Failure>('/messages', init);
  expect([status, body.errors[0]?.message]).toEqual([
    400,
    'JSON must not contain more than 20000 numbers of over 15 digits',
  ]);
});
