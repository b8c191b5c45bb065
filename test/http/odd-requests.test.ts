import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import fc from 'fast-check';
import { sayRaw } from '../support/clients/raw.ts';
import { recordingLog } from '../support/inbox/log.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

/** Sends bytes as no client would, and returns the status; 0 where the server only hangs up. */
function statusOf(server: TestServer, target: string, host: string, more = ''): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;
      socket.write(Buffer.from(head, 'latin1'));
    });
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)));
    socket.on('error', reject);
  });
}

const key = (server: TestServer) => `x-api-key: ${server.agentKey.key}\r\n`;

const POLLING = '/socket.io/?EIO=4&transport=polling';
const hosts = [
  '',
  'h',
  'app',
  'bad host',
  '[::1',
  'a/../b',
  'x?y#z',
  '%zz',
  'h:99999',
  '\xff',
  ':1',
  '1.2.3.256',
  'h:1:',
];

test.each([['a', 'b'], ['a', 'a'], ['a,b'], ['a, b'], ['bad host'], ['a@b'], ['a/b']])(
  'refuses a request with the hosts %p everywhere',
  async (...named) => {
    await using server = await testServer();
    const [first = '', ...more] = named;
    const others = more.map((host) => `Host: ${host}\r\n`).join('');
    for (const target of ['/', '/health', '/api/v1/agents', POLLING]) {
      expect([target, await statusOf(server, target, first, others)]).toEqual([target, 400]);
    }
  },
);

test.each(hosts)('returns no 5xx for the Host header %p', async (host) => {
  await using server = await testServer();
  for (const target of ['/api/v1/agents', '/health', '/nothing', POLLING]) {
    expect(await statusOf(server, target, host, key(server))).toBeLessThan(500);
  }
});

test.each(['websocket', 'h2c', ''])(
  'returns no 5xx for a broken upgrade to %p',
  async (protocol) => {
    await using server = await testServer();
    const upgrade = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`;
    for (const transport of ['websocket', 'polling']) {
      const target = `/socket.io/?EIO=4&transport=${transport}`;
      expect([target, await statusOf(server, target, 'localhost', upgrade)]).toEqual([target, 400]);
    }
  },
);

test('accepts a host of one letter', async () => {
  await using server = await testServer();
  expect(await statusOf(server, '/api/v1/agents', 'h', key(server))).toBe(200);
  expect(await statusOf(server, '/api/v1/agents', 'h')).toBe(401);
});

test('requires a credential for any host', async () => {
  await using server = await testServer();
  for (const host of [...hosts, 'x/aaaaaaa', '/', 'a b/']) {
    const status = await statusOf(server, '/api/v1/agents', host);
    expect([host, [0, 400, 401, 404].includes(status)]).toEqual([host, true]);
  }
});

test('returns no 5xx for any path and query', async () => {
  await using server = await testServer();
  const piece = fc.oneof(
    fc.constantFrom('%', '%zz', '%E0%A4%A', '%00', '%2f', '..', '//', '?', '&', '=', ';', '\xff'),
    fc.constantFrom('messages', 'agents', 'reviews', 'channel', 'limit', 'cursor', 'search'),
    fc.string({ maxLength: 5, unit: 'grapheme-ascii' }).map((text) => text.replace(/\s/g, '')),
  );
  const target = fc.array(piece, { maxLength: 12 }).map((pieces) => `/api/v1/${pieces.join('')}`);
  await fc.assert(
    fc.asyncProperty(target, async (one) => {
      expect(await statusOf(server, one, 'localhost', key(server))).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});

test('refuses an undecodable path or query with 400', async () => {
  await using server = await testServer();
  const status = (target: string) => statusOf(server, target, 'localhost', key(server));
  expect(await status('/api/v1/messages/%E0%A4%A')).toBe(400);
  expect(await status('/api/v1/messages?search=%E0%A4%A')).toBe(200);
  expect(await status('/api/v1/messages?limit=%zz')).toBe(400);
});

const posted = (server: TestServer, head: string, body: string) =>
  `POST /api/v1/agents HTTP/1.1\r\nHost: localhost\r\n${key(server)}${head}\r\n\r\n${body}`;

test('treats a chunked body without chunks as empty', async () => {
  await using server = await testServer();
  const chunked = 'Connection: close\r\nTransfer-Encoding: chunked';
  const answer = await sayRaw(server.url, posted(server, chunked, '0\r\n\r\n'));
  const empty = await server.as.agent.send('/agents', { method: 'POST' });
  expect(answer).toStartWith(`HTTP/1.1 ${empty.status}`);
  expect(answer).toEndWith(JSON.stringify(empty.body));
  expect(empty.status).toBe(400);
});

test.each(['Content-Length: 100', 'Transfer-Encoding: chunked'])(
  'logs no error when a client disconnects within its body (%s)',
  async (length) => {
    const { log, lines } = recordingLog('error');
    await using server = await testServer({}, log);
    const { hostname, port } = new URL(server.url);
    const head = `${length}\r\nContent-Type: application/json`;
    const socket = connect(Number(port), hostname);
    socket.write(posted(server, `${head}\r\nExpect: 100-continue`, '5\r\n{"nam\r\n'));
    // The server has begun to read as soon as it asks for more.
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await server.stop();
    expect(lines).toEqual([]);
  },
);
