/** The public URL is set while the server runs. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { configOf, readSettings } from '../../src/config.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { PublicUrlCheck, PublicUrlState } from '../../src/core/settings/schema.ts';
import { silentLog } from '../../src/log.ts';
import { findRun } from '../../src/run-file.ts';
import { startServer } from '../../src/server.ts';
import { connected, received } from '../support/clients/sockets.ts';
import { jsonBody } from '../support/inbox/app.ts';
import { plainProxy } from '../support/proxies/plain.ts';
import { clientOf, type TestServer, testServer } from '../support/server/server.ts';

const OWNER = { email: 'ann@example.com', password: 'correct horse battery', name: 'Ann' };

const asPage = { headers: { accept: 'text/html' } };

const move = (server: TestServer, publicUrl: string | null) =>
  server.as.owner.put<PublicUrlState>('/public-url', { publicUrl });

async function withOwner() {
  const server = await testServer();
  await server.as.owner.post('/auth/setup', OWNER);
  return server;
}

function logInAt(url: string) {
  const { email, password } = OWNER;
  return clientOf(url, {}).post('/auth/login', { email, password });
}

/** The cookie of a new session, without its value. */
async function cookieAt(url: string) {
  const { headers } = await logInAt(url);
  return headers.get('set-cookie')?.replace(/=[^;]+/, '');
}

/** Whatever depends on the public URL, seen from outside. */
async function seen(url: string, data: string) {
  const [page, below, document, cookie] = await Promise.all([
    fetch(`${url}/`, asPage),
    fetch(`${url}/inbox/health`),
    fetch(`${url}/openapi.json`),
    cookieAt(url),
  ]);
  const { servers } = (await document.json()) as { servers: unknown };
  const script = /src="([^"]*\/assets\/main)/.exec(await page.text())?.[1];
  const isSecure = page.headers.has('strict-transport-security');
  const { publicUrl } = findRun(data) ?? {};
  return { script, below: below.status, servers, isSecure, cookie, publicUrl };
}

test('answers by the public URL as soon as it is set, and after the next start', async () => {
  await using server = await withOwner();
  const { url, data } = server;
  const before = await seen(url, data);
  expect(before).toMatchObject({ script: '/assets/main', below: 404, isSecure: false });
  expect(before.cookie).toMatch(/^inbox_session;/);

  expect((await move(server, 'https://nas.example/inbox')).status).toBe(200);
  const after = await seen(url, data);
  expect(after).toMatchObject({ script: '/inbox/assets/main', below: 200, isSecure: true });
  expect(after.publicUrl).toBe('https://nas.example/inbox');
  expect(after.cookie).toMatch(/^__Secure-inbox_session; Path=\/inbox;/);

  await server.stop();
  const read = readSettings({ data, port: '0' }, {});
  const again = await startServer(configOf(read), silentLog(), read);
  const restarted = await seen(again.url, data);
  await again.stop();
  expect(restarted).toEqual(after);
});

test('is as before once the public URL is removed', async () => {
  await using server = await withOwner();
  const before = await seen(server.url, server.data);
  await move(server, 'https://nas.example/inbox');
  await move(server, null);
  expect(await seen(server.url, server.data)).toEqual(before);
});

test('answers what was under way, and keeps streams and sockets', async () => {
  await using server = await withOwner();
  const { agent, owner, ownerHeaders } = server.as;
  const { id: channelId } = await server.channel();
  const review = { type: 'approval' };
  const { body } = await agent.post<Message>('/messages', { channelId, text: 'Go?', review });
  const held = agent.get(`/reviews/${body.id}/wait?channel=${channelId}&timeout=30000`);
  const auth = { token: ownerHeaders.authorization.slice('Bearer '.length) };
  using socket = await connected(server.url, { auth });
  const stream = await fetch(`${server.url}/api/v1/events`, {
    headers: { ...ownerHeaders, accept: 'text/event-stream' },
  });

  await move(server, 'https://nas.example/inbox');
  using below = await connected(server.url, {
    path: '/inbox/socket.io/',
    namespace: '/inbox',
    auth,
  });
  const told = [received(socket, 'review:responded'), received(below, 'review:responded')];
  const response = { selectedOption: 'approve' };
  expect((await owner.post(`/reviews/${body.id}/respond`, { response })).status).toBe(200);
  expect((await held).body).toMatchObject({ status: 'completed' });
  expect(await Promise.all(told)).toMatchObject([{ id: body.id }, { id: body.id }]);
  for await (const bytes of stream.body ?? []) {
    if (new TextDecoder().decode(bytes).includes('review:responded')) break;
  }
});

const find = (server: TestServer, body: object) =>
  server.as.owner.post<PublicUrlCheck>('/public-url/test', body);

test('checks a URL before it is set, and the one in force, below a path that a proxy keeps', async () => {
  await using server = await withOwner();
  await using proxy = plainProxy(() => server.url, { forwardsFor: '203.0.113.7' });
  const url = `${proxy.url}/inbox`;
  expect((await find(server, {})).status).toBe(409);
  const before = (await find(server, { publicUrl: url })).body;
  expect(before.findings.map(({ check, result }) => [check, result])).toEqual([
    ['proxy', 'ok'],
    ['host', 'fail'],
    ['scheme', 'warn'],
    ['address', 'fail'],
  ]);
  // A browser finds this inbox there, and nobody else can answer.
  expect((await fetch(`${url}${before.probe}/arrival`)).status).toBe(200);

  await move(server, url);
  const after = (await find(server, {})).body.findings;
  expect(after.map(({ check }) => check)).toEqual([
    'public URL',
    'host',
    'scheme',
    'address',
    'page',
    'sockets',
    'uploads',
    'streams',
  ]);
  expect(after[0]).toMatchObject({ result: 'ok', says: `${url}, as configured` });
});

const strangers: [string, () => Response][] = [
  ['another page', () => new Response('<html>')],
  ['JSON of another program', () => Response.json({ publicUrl: 5 })],
  ['more than it has to', () => new Response('1'.repeat(1_000_000))],
  ['an error', () => new Response(null, { status: 502 })],
];
test.each(strangers)('says that %s is not from this inbox', async (_, answer) => {
  await using server = await withOwner();
  await using stranger = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
  const publicUrl = `http://127.0.0.1:${stranger.port}`;
  const { findings } = (await find(server, { publicUrl })).body;
  expect(findings).toMatchObject([{ check: 'proxy', result: 'fail' }]);
  expect(findings[0]?.says).toEndWith(', and not from this inbox');
});

test('names what is wrong with a URL to check', async () => {
  await using server = await withOwner();
  for (const publicUrl of ['nas.example', 'ftp://nas.example', 'https://nas.example/api/v1']) {
    const { status, body } = await server.as.owner.post('/public-url/test', { publicUrl });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: [{ path: ['publicUrl'] }] },
    });
  }
});

test('serves its page and lets people log in at every URL that it accepts', async () => {
  await using server = await withOwner();
  const sign = fc.constantFrom(...'abcß日 %;,=&$\'"`<>()[]{}*+!~^|@:.\\-_');
  const name = fc.array(sign, { maxLength: 6 }).map((signs) => signs.join(''));
  const path = fc.array(name, { maxLength: 2 }).map((names) => names.join('/'));
  const outcomes = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('http', 'https'), path, async (scheme, below) => {
      const { status, body } = await move(server, `${scheme}://nas.example/${below}`);
      outcomes.add(status);
      if (status === 400) return;
      const base = new URL(`${body.publicUrl}`).pathname.replace(/\/+$/, '');
      const page = await (await fetch(`${server.url}${base}/`, asPage)).text();
      const [, script = ''] = /src="([^"]*\/assets\/main[^"]*)"/.exec(page) ?? [];
      expect(script).toStartWith(`${base}/assets/`);
      const { headers: served } = await fetch(`${server.url}${script}`);
      expect(served.get('content-type')).toContain('javascript');
      const { status: logIn, headers } = await logInAt(server.url);
      expect(logIn).toBe(200);
      expect(
        headers
          .get('set-cookie')
          ?.split('; ')
          .find((part) => part.startsWith('Path=')),
      ).toBe(`Path=${(scheme === 'https' && base) || '/'}`);
    }),
    { numRuns: 40, examples: [['https', `$&$'$$1`]] },
  );
  expect([...outcomes].toSorted()).toEqual([200, 400]);
});

test('says where to log in to a page over http that is open by https', async () => {
  await using server = await withOwner();
  const { email, password } = OWNER;
  const logInFrom = (origin: string) =>
    server.as.nobody.send('/auth/login', jsonBody({ email, password }, { origin }));
  expect((await logInFrom(server.url)).status).toBe(200);
  await move(server, 'https://nas.example/inbox/');
  expect(await logInFrom(server.url)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Open the inbox at https://nas.example/inbox to') },
  });
  expect((await logInFrom('https://nas.example')).status).toBe(200);
});
