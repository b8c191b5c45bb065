import { expect, test } from 'bun:test';
import { version } from '../../src/version.ts';
import { answerOf, receiver } from '../support/delivery/raw-receiver.ts';
import { testSender } from '../support/delivery/sender.ts';

const saying = (text: string | Buffer) => receiver({ answer: (socket) => socket.end(text) });

test.each(['POST', 'PUT', 'PATCH'] as const)(
  'sends body, headers and path with %s',
  async (method) => {
    await using there = await receiver();
    using sender = testSender();
    const headers = { 'X-Case': 'Grüße 🚀', Authorization: 'Bearer x' };
    const body = '{"text":"Grüße 🚀"}';
    const outcome = await sender.post(`${there.url}?a=b&c=%20#d`, { method, headers, body });
    expect(outcome).toMatchObject({
      result: 'accepted',
      status: 200,
      error: null,
      response: '',
      isFinal: false,
    });
    const [got] = there.received;
    expect(got?.line).toBe(`${method} /hook?a=b&c=%20 HTTP/1.1`);
    expect(Buffer.from(got?.body ?? '', 'latin1').toString()).toBe(body);
    const sent = Object.fromEntries(got?.headers ?? []);
    expect(Buffer.from(sent['x-case'] ?? '', 'latin1').toString()).toBe('Grüße 🚀');
    expect(sent).toMatchObject({
      host: `127.0.0.2:${there.port}`,
      authorization: 'Bearer x',
      'user-agent': `agent-inbox/${version}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      connection: 'close',
    });
  },
);

test.each([
  [200, 'accepted', null, false],
  [204, 'accepted', null, false],
  [299, 'accepted', null, false],
  [301, 'refused', 'HTTP 301; redirects are not followed', false],
  [404, 'refused', 'HTTP 404', false],
  [410, 'refused', 'HTTP 410', true],
  [429, 'refused', 'HTTP 429', false],
  [500, 'unknown', 'HTTP 500', false],
  [502, 'unknown', 'HTTP 502', false],
  [503, 'refused', 'HTTP 503', false],
  [504, 'unknown', 'HTTP 504', false],
] as const)('reports a response of %d as %s', async (status, result, error, isFinal) => {
  const text = status === 204 ? 'HTTP/1.1 204 Said\r\n\r\n' : answerOf(status, 'so');
  await using there = await saying(text);
  using sender = testSender();
  const outcome = await sender.post(there.url);
  expect(outcome).toMatchObject({ result, status, error, isFinal });
  expect(outcome.response).toBe(status === 204 ? '' : 'so');
  await there.idle();
});

test.each([
  ['120', 120],
  ['0', 0],
  ['999999999999', 86_400],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Thu, 01 Jan 2970 00:00:00 GMT', 86_400],
  ['soon', null],
  ['-5', null],
])('parses Retry-After: %s as %p seconds', async (given, seconds) => {
  await using there = await saying(answerOf(429, '', `Retry-After: ${given}\r\n`));
  using sender = testSender();
  expect((await sender.post(there.url)).retryAfterSeconds).toBe(seconds);
});

test('parses Retry-After as a date', async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  await using there = await saying(answerOf(503, '', `Retry-After: ${date}\r\n`));
  using sender = testSender();
  const { retryAfterSeconds } = await sender.post(there.url);
  expect(retryAfterSeconds).toBeWithin(3590, 3601);
});

test('keeps 2 KiB of a response without splitting a character', async () => {
  await using there = await saying(answerOf(500, `a${'é'.repeat(40_000)}`));
  using sender = testSender();
  expect((await sender.post(there.url)).response).toBe(`a${'é'.repeat(1023)}`);
  await using broken = await saying(
    Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\na'),
      Buffer.from([255, 98]),
    ]),
  );
  expect((await sender.post(broken.url)).response).toBe('a\ufffdb');
});

test.each([
  ['nothing', '', 'No response'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', 'No response'],
  ['half an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', 'interrupted'],
  ['an upgrade', 'HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'upgrade'],
  ['endless headers', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(1 << 20)}\r\n\r\n`, 'No response'],
])('reports the outcome as unknown when the receiver answers with %s', async (_, text, error) => {
  await using there = await saying(text);
  using sender = testSender();
  const outcome = await sender.post(there.url);
  expect(outcome.result).toBe('unknown');
  expect(outcome.error).toContain(error);
});

test('sends nothing after it was closed', async () => {
  await using there = await receiver();
  const sender = testSender();
  sender.close();
  const outcome = await sender.post(there.url);
  expect(outcome).toMatchObject({ result: 'refused', error: 'The inbox is shutting down' });
  expect(there.counts.connections).toBe(0);
});

test('aborts requests in progress on shutdown', async () => {
  const asked = Promise.withResolvers<void>();
  await using there = await receiver({ answer: () => asked.resolve() });
  const sender = testSender();
  const sent = sender.post(there.url);
  await asked.promise;
  sender.close();
  expect(await sent).toMatchObject({
    result: 'unknown',
    error: 'The inbox is shutting down',
  });
  await there.idle();
});
