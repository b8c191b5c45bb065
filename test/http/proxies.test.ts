import { expect, test } from 'bun:test';
import type { Session } from '../../src/core/access/schema.ts';
import { createProxies, protoIn } from '../../src/http/proxies/proxies.ts';
import { silentLog } from '../../src/log.ts';
import { jsonBody } from '../support/inbox/app.ts';
import { recordingLog } from '../support/inbox/log.ts';
import { testServer } from '../support/server/server.ts';

type Sent = Record<string, string>;
type Known = { address?: string; status?: number; proto?: string | null; host?: string };
const sender = '203.0.113.7';
const trusted = ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'];

const requests: [what: string, peer: string, headers: Sent, known: Known][] = [
  ['nobody is trusted', '10.0.0.9', { 'x-forwarded-for': sender }, { address: '10.0.0.9' }],
  ['the proxy itself asks', '10.0.0.1', {}, { address: '10.0.0.1' }],
  ['a proxy', '10.0.0.1', { 'x-forwarded-for': sender }, { address: sender }],
  [
    'an IPv4 proxy on an IPv6 socket',
    '::ffff:10.0.0.1',
    { 'x-forwarded-for': sender },
    { address: sender },
  ],
  ['two proxies', '10.0.0.1', { 'x-forwarded-for': `${sender}, 192.168.1.2` }, { address: sender }],
  ['a made-up hop', '10.0.0.1', { 'x-forwarded-for': `1.1.1.1, ${sender}` }, { address: sender }],
  [
    'a made-up proxy',
    '10.0.0.1',
    { 'x-forwarded-for': `10.0.0.1, ${sender}` },
    { address: sender },
  ],
  [
    'only proxies',
    '10.0.0.1',
    { 'x-forwarded-for': '192.168.1.1, 10.0.0.1' },
    { address: '192.168.1.1' },
  ],
  ['a port', '10.0.0.1', { 'x-forwarded-for': `${sender}:4711` }, { address: sender }],
  [
    'IPv6 with a port',
    '10.0.0.1',
    { 'x-forwarded-for': '[2001:db8:1:2::9]:47' },
    { address: '2001:db8:1:2' },
  ],
  ['no address', '10.0.0.1', { 'x-forwarded-for': 'unknown' }, { address: '10.0.0.1' }],
  ['an empty one', '10.0.0.1', { 'x-forwarded-for': '' }, { address: '10.0.0.1' }],
  [
    'Forwarded',
    'fd00::1',
    { forwarded: `for=${sender};proto=https;host=a.example` },
    { address: sender, proto: 'https', host: 'a.example' },
  ],
  [
    'Forwarded with quotes',
    '10.0.0.1',
    { forwarded: 'For="[2001:db8:1:2::9]:47"; Proto=http' },
    { address: '2001:db8:1:2', proto: 'http' },
  ],
  [
    'Forwarded over two proxies',
    '10.0.0.1',
    { forwarded: `for=${sender};proto=https, for=192.168.1.2;proto=http` },
    { address: sender, proto: 'https' },
  ],
  [
    'an open quote before what the proxy adds',
    '10.0.0.1',
    { forwarded: `for="1.1.1.1, for=${sender}` },
    { address: sender },
  ],
  [
    'both',
    '10.0.0.1',
    { 'x-forwarded-for': sender, forwarded: 'for=1.1.1.1;proto=https' },
    { address: sender, proto: null },
  ],
  [
    'a scheme and a host',
    '10.0.0.1',
    {
      'x-forwarded-for': sender,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'a.example:8443',
    },
    { proto: 'https', host: 'a.example:8443' },
  ],
  ['the scheme of a socket', '10.0.0.1', { 'x-forwarded-proto': 'wss' }, { proto: 'https' }],
  [
    'the same scheme twice',
    '10.0.0.1',
    { 'x-forwarded-proto': 'https', forwarded: 'proto=https' },
    { proto: 'https' },
  ],
  [
    'a scheme of a stranger',
    '10.0.0.9',
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' },
    { proto: null, host: 'inbox.local' },
  ],
  ['two schemes', '10.0.0.1', { 'x-forwarded-proto': 'https, http' }, { status: 400 }],
  [
    'two schemes in two headers',
    '10.0.0.1',
    { 'x-forwarded-proto': 'https', forwarded: 'proto=http' },
    { status: 400 },
  ],
  ['two hosts', '10.0.0.1', { 'x-forwarded-host': 'a.example, b.example' }, { status: 400 }],
  ['a parameter twice', '10.0.0.1', { forwarded: 'for=1.1.1.1;for=2.2.2.2' }, { status: 400 }],
  ['a host that is none', '10.0.0.1', { 'x-forwarded-host': 'a/b' }, { status: 400 }],
];

test.each(requests)('determines the sender: %s', (_, peer, headers, known) => {
  const proxies = createProxies({ trusted, publicUrl: null, log: silentLog() });
  const request = new Request('http://inbox.local/', {
    headers: { host: 'inbox.local', ...headers },
  });
  const refusal = proxies.receive(request, peer);
  expect(refusal?.status).toBe(known.status);
  if (known.address) expect(proxies.addressOf(request)).toBe(known.address);
  if (known.proto !== undefined) expect(protoIn(request.headers)).toBe(known.proto as 'http');
  if (known.host) expect(request.headers.get('host')).toBe(known.host);
});

test('prefers the public URL to forwarded headers', () => {
  const publicUrl = 'https://inbox.example';
  const proxies = createProxies({ trusted, publicUrl, log: silentLog() });
  const said = {
    'x-forwarded-for': sender,
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'b.example',
  };
  const request = new Request(publicUrl, { headers: { host: 'inbox.example', ...said } });
  expect(proxies.receive(request, '10.0.0.1')).toBeUndefined();
  expect([protoIn(request.headers), request.headers.get('host')]).toEqual([null, 'inbox.example']);
  expect(proxies.addressOf(request)).toBe(sender);
});

const owner = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };
const forwarded = { 'x-forwarded-for': sender, 'x-forwarded-proto': 'https' };

test("uses the person's address and a secure cookie behind a trusted proxy", async () => {
  await using server = await testServer({ trustedProxies: '127.0.0.1' });
  await server.as.owner.post('/auth/setup', owner);
  const logIn = (headers: Sent) =>
    fetch(`${server.url}/api/v1/auth/login`, jsonBody({ ...owner, name: undefined }, headers));
  const here = { host: 'inbox.example', origin: 'https://inbox.example' };
  const cookie = (await logIn({ ...forwarded, ...here })).headers.get('set-cookie');
  expect(cookie).toMatch(/^__Host-inbox_session=.*; Path=\/;.* Secure;/);
  const asPerson = { ...here, ...forwarded, cookie: `${cookie?.split(';')[0]}` };
  const get = (path: string, init?: RequestInit) =>
    fetch(`${server.url}/api/v1${path}`, { headers: asPerson, ...init });
  const [session] = (await (await get('/auth/sessions')).json()) as Session[];
  expect(session?.address).toBe(sender);
  const change = (origin: string) =>
    get('/agents', jsonBody({ name: 'Bot' }, { ...asPerson, origin }));
  expect((await change('http://inbox.example')).status).toBe(403);
  expect((await change('https://inbox.example')).status).toBe(201);
  // Not through the proxy: another cookie is read there.
  const direct = { ...asPerson, 'x-forwarded-proto': 'http' };
  expect((await fetch(`${server.url}/api/v1/auth/session`, { headers: direct })).status).toBe(401);
});

test("limits logins by the sender's address, not the proxy's", async () => {
  await using server = await testServer({ trustedProxies: '127.0.0.1', rateLimit: '100' });
  await server.as.owner.post('/auth/setup', owner);
  const tries = async (address: string, password: string) => {
    const headers = { 'x-forwarded-for': address };
    const input = jsonBody({ email: owner.email, password }, headers);
    return (await fetch(`${server.url}/api/v1/auth/login`, input)).status;
  };
  const codes = [];
  for (let count = 0; count < 6; count++) codes.push(await tries('198.51.100.1', 'wrong'));
  expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await tries('198.51.100.2', owner.password)).toBe(200);
});

test('logs an untrusted proxy once, with the setting', async () => {
  const { log, lines } = recordingLog();
  await using server = await testServer({}, log);
  for (let count = 0; count < 3; count++) {
    await fetch(`${server.url}/health`, { headers: { 'x-forwarded-for': sender } });
  }
  const named = lines.filter(({ msg }) => `${msg}`.includes('INBOX_TRUSTED_PROXIES=127.0.0.1'));
  expect(named).toHaveLength(1);
});

test("allows metrics by the sender's address", async () => {
  const settings = { metrics: sender, trustedProxies: '127.0.0.1' };
  await using server = await testServer(settings);
  const status = async (headers: Sent) =>
    (await fetch(`${server.url}/metrics`, { headers })).status;
  expect(await status({ 'x-forwarded-for': sender })).toBe(200);
  expect(await status({ 'x-forwarded-for': `${sender}, 198.51.100.1` })).toBe(404);
  expect(await status({})).toBe(404);
});
