import { expect, test } from 'bun:test';
import { appOf } from '../../support/inbox/app.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { type Failure, testServer } from '../../support/server/server.ts';

const page = 'https://app.example.com';
const preflight = {
  method: 'OPTIONS',
  headers: { origin: page, 'access-control-request-method': 'POST' },
};
const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

test('sets security headers on every response', async () => {
  await using server = await testServer();
  const paths = ['/health', '/nothing', '/api/v1/agents', '/api/v1/nothing'];
  for (const path of paths) {
    const { headers } = await fetch(`${server.url}${path}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    const stored = path.startsWith('/api/') ? 'no-store' : null;
    expect([path, headers.get('cache-control')]).toEqual([path, stored]);
  }
});

test('allows no other origin unless it is listed', async () => {
  await using inbox = await testInbox();
  const closed = await appOf(inbox);
  expect(allowed(await closed('/agents', preflight))).toBeNull();
  const open = await appOf(inbox, { corsOrigins: [page] });
  const other = { ...preflight, headers: { ...preflight.headers, origin: 'https://evil.example' } };
  expect(allowed(await open('/agents', other))).toBeNull();
});

test("answers a listed origin's preflight without a credential, and allows its call", async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { corsOrigins: [page] });
  const asked = await send('/agents', preflight);
  expect([asked.status, allowed(asked), asked.headers.get('vary')]).toEqual([204, page, 'Origin']);
  expect(asked.headers.get('access-control-allow-methods')).toContain('DELETE');
  expect(asked.headers.get('access-control-allow-headers')).toContain('x-api-key');
  const called = await send('/agents', {
    headers: { origin: page, authorization: 'Bearer local' },
  });
  expect([called.status, allowed(called)]).toEqual([200, page]);
  expect(called.headers.get('access-control-expose-headers')).toContain('ratelimit-remaining');
  expect(called.headers.get('access-control-allow-credentials')).toBeNull();
  const refused = await send('/agents', { headers: { origin: page } });
  expect([refused.status, allowed(refused)]).toEqual([401, page]);
});

test('lists the methods of an existing path on OPTIONS', async () => {
  await using server = await testServer();
  const options = (path: string) => fetch(`${server.url}${path}`, { method: 'OPTIONS' });
  const known = await options('/api/v1/messages');
  expect([known.status, known.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  expect((await options('/health')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect((await options('/nothing')).status).toBe(404);
});

test('returns 405 on a public path without requiring a credential', async () => {
  await using server = await testServer();
  for (const path of ['/auth/login', '/auth/device/token', '/oauth/callback']) {
    const { status, body } = await server.as.nobody.send(path, { method: 'PUT' });
    expect([path, status, body.statusCode]).toEqual([path, 405, 405]);
  }
  expect((await server.as.nobody.send('/agents', { method: 'PUT' })).status).toBe(401);
});

test('answers HEAD as GET without the body', async () => {
  await using server = await testServer();
  const headers = { 'x-api-key': server.agentKey.key };
  for (const [path, status] of [
    ['/agents', 200],
    ['/messages/unknown', 404],
    ['/nothing', 404],
  ] as const) {
    const url = `${server.url}/api/v1${path}`;
    const head = await fetch(url, { method: 'HEAD', headers });
    const get = await fetch(url, { headers });
    expect([path, head.status, await head.text()]).toEqual([path, status, '']);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  }
  const refused = await fetch(`${server.url}/api/v1/agents`, { method: 'HEAD' });
  expect(refused.status).toBe(401);
});

test('refuses requests while it shuts down', async () => {
  await using inbox = await testInbox();
  let draining = false;
  const send = await appOf(inbox, { isDraining: () => draining });
  const init = { headers: { authorization: 'Bearer local' } };
  expect((await send('/agents', init)).status).toBe(200);
  draining = true;
  const refused = await send('/agents', init);
  expect([refused.status, ((await refused.json()) as Failure).message]).toEqual([
    503,
    'The inbox is shutting down',
  ]);
});
