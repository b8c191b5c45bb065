import { expect, test } from 'bun:test';
import { setUp } from '../../src/core/access/local-owner.ts';
import type { User } from '../../src/core/access/schema.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { recordingLog } from '../support/inbox/log.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const login = { email: 'ann@example.com', password: 'correct horse' };
const JSON_TYPE = { 'content-type': 'application/json' };

async function loggedIn(server: TestServer) {
  await server.as.owner.post('/auth/setup', login);
  const answer = await server.as.nobody.post<User>('/auth/login', login);
  const set = answer.headers.get('set-cookie') ?? '';
  return { ...answer, set, cookie: set.split(';')[0] ?? '' };
}

test('sets a cookie that scripts and other sites cannot use', async () => {
  await using server = await testServer();
  const { status, body, set, cookie } = await loggedIn(server);
  expect([status, body.email]).toEqual([200, login.email]);
  expect(set).toMatch(
    /^inbox_session=hs_[0-9a-f]{48}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  const headers = { cookie: `theme=dark; ${cookie}` };
  const session = await server.as.nobody.get<User>('/auth/session', { headers });
  expect(session.body).toEqual(body);
  expect((await server.as.nobody.get('/users', { headers })).status).toBe(200);
});

const cookies: [publicUrl: string, name: string, path: string, secure: string][] = [
  ['https://inbox.example.com', '__Host-inbox_session', '/', '; Secure'],
  ['https://inbox.example.com/', '__Host-inbox_session', '/', '; Secure'],
  ['https://example.com/inbox/', '__Secure-inbox_session', '/inbox', '; Secure'],
  ['http://inbox.lan', 'inbox_session', '/', ''],
];

test.each(cookies)(
  'sets the cookie of an inbox at %s as %s, and accepts no other',
  async (publicUrl, name, path, secure) => {
    await using server = await testServer({ publicUrl });
    const { set, cookie } = await loggedIn(server);
    expect(set).toStartWith(`${name}=hs_`);
    expect(set).toEndWith(`; Path=${path}; Max-Age=2592000${secure}; HttpOnly; SameSite=Lax`);
    const session = cookie.slice(name.length + 1);
    for (const other of new Set(cookies.map(([, one]) => one))) {
      const headers = { cookie: `${other}=${session}` };
      const { status } = await server.as.nobody.get('/auth/session', { headers });
      expect([other, status]).toEqual([other, other === name ? 200 : 401]);
    }
  },
);

test('sends Strict-Transport-Security only for https on the default port', async () => {
  const strict = async (publicUrl: string, path: string) => {
    await using server = await testServer({ publicUrl });
    const { headers } = await fetch(server.url + path);
    return headers.get('strict-transport-security');
  };
  for (const path of ['/', '/health', '/api/v1/agents']) {
    expect(await strict('https://inbox.example.com', path)).toBe('max-age=31536000');
    expect(await strict('https://inbox.example.com:8443', path)).toBeNull();
    expect(await strict('http://inbox.lan', path)).toBeNull();
  }
});

test('ends the session and deletes the cookie on logout', async () => {
  await using server = await testServer();
  const headers = { cookie: (await loggedIn(server)).cookie, 'sec-fetch-site': 'same-origin' };
  const out = await server.as.nobody.send('/auth/logout', { method: 'POST', headers });
  expect([out.status, out.body as object]).toEqual([200, { loggedOut: true }]);
  expect(out.headers.get('set-cookie')).toStartWith('inbox_session=; Path=/; Max-Age=0; ');
  expect((await server.as.nobody.get('/auth/session', { headers })).status).toBe(401);
});

test('returns the same response for an unknown address and a wrong password', async () => {
  await using server = await testServer();
  await loggedIn(server);
  const wrong = await server.as.nobody.post('/auth/login', { ...login, password: 'wrong horse' });
  const email = 'nobody@example.com';
  const unknown = await server.as.nobody.post('/auth/login', { ...login, email });
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.body).toEqual(wrong.body);
});

test('records whether a login came from the dashboard, a terminal or the API', async () => {
  await using inbox = await testInbox();
  await setUp(inbox, inbox.owner, login);
  const send = await appOf(inbox);
  await send('/auth/login', jsonBody(login, { 'sec-fetch-site': 'same-origin' }));
  await send('/auth/login', jsonBody(login, { 'inbox-client': 'terminal' }));
  await send('/auth/login', jsonBody(login));
  const rows = await inbox.store.read.selectFrom('audit').selectAll().orderBy('seq').execute();
  const logins = rows.filter(({ action }) => action === 'login.succeeded');
  expect(logins.map(({ via }) => via)).toEqual(['dashboard', 'terminal', 'api']);
});

test('refuses a session as a token or key', async () => {
  await using server = await testServer();
  const session = (await loggedIn(server)).cookie.replace('inbox_session=', '');
  for (const headers of [{ authorization: `Bearer ${session}` }, { 'x-api-key': session }]) {
    expect((await server.as.nobody.get('/auth/session', { headers })).status).toBe(401);
  }
});

test('ignores a stale cookie on login', async () => {
  await using server = await testServer();
  await loggedIn(server);
  const init = { method: 'POST', body: JSON.stringify(login) };
  const headers = { ...JSON_TYPE, cookie: 'inbox_session=hs_gone' };
  expect((await server.as.nobody.send('/auth/login', { ...init, headers })).status).toBe(200);
});

const origins: [string, (own: string) => Record<string, string>, number][] = [
  ['its own origin by http', (own) => ({ origin: own }), 403],
  ['its own host by https', (own) => ({ origin: own.replace('http:', 'https:') }), 201],
  ['the public host by http', () => ({ origin: 'http://inbox.example.com' }), 403],
  ['the public origin', () => ({ origin: 'https://inbox.example.com' }), 201],
  ['Sec-Fetch-Site: same-origin', () => ({ 'sec-fetch-site': 'same-origin' }), 201],
  ['a foreign origin', () => ({ origin: 'https://evil.example' }), 403],
  [
    'a foreign origin that claims to be ours',
    () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
    403,
  ],
  ['an origin of another kind', (own) => ({ origin: own.replace('http:', 'ftp:') }), 403],
  ['an origin with a user', () => ({ origin: 'https://x@inbox.example.com' }), 403],
  ['an opaque origin', () => ({ origin: 'null' }), 403],
  ['another port of the machine', () => ({ origin: 'http://127.0.0.1:1' }), 403],
  ['Sec-Fetch-Site: same-site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
  ['neither header', () => ({}), 403],
];

test.each(origins)('checks a change with a cookie and %s', async (_, headersOf, status) => {
  await using server = await testServer({ publicUrl: 'https://inbox.example.com' });
  const { cookie } = await loggedIn(server);
  const headers = { ...JSON_TYPE, cookie, ...headersOf(server.url) };
  const body = JSON.stringify({ name: 'Laptop' });
  const made = await server.as.nobody.send('/tokens', { method: 'POST', headers, body });
  expect(made.status).toBe(status);
  const get = await server.as.nobody.get('/tokens', { headers });
  expect([get.status, (get.body as unknown as unknown[]).length]).toEqual([
    200,
    status === 201 ? 1 : 0,
  ]);
});

test('accepts changes from the same host by http and https without a public URL', async () => {
  const { log, lines } = recordingLog('warn');
  await using server = await testServer({}, log);
  const { cookie } = await loggedIn(server);
  const make = async (origin: string) => {
    const headers = { ...JSON_TYPE, cookie, origin };
    const body = JSON.stringify({ name: 'Laptop' });
    return server.as.nobody.send('/tokens', { method: 'POST', headers, body });
  };
  expect((await make(server.url)).status).toBe(201);
  expect(lines).toEqual([]);
  const secure = server.url.replace('http:', 'https:');
  for (const _ of [1, 2]) expect((await make(secure)).status).toBe(201);
  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining(`Set INBOX_PUBLIC_URL=${secure}`),
  ]);
});

test('names a refused origin, the expected one and the setting', async () => {
  await using server = await testServer({ publicUrl: 'https://inbox.example.com' });
  const { cookie } = await loggedIn(server);
  const headers = { ...JSON_TYPE, cookie, origin: 'http://inbox.lan:4600' };
  const { body } = await server.as.nobody.send('/tokens', { method: 'POST', headers, body: '{}' });
  expect(body.message).toContain('comes from http://inbox.lan:4600,');
  expect(body.message).toContain('at https://inbox.example.com.');
  expect(body.message).toContain('INBOX_PUBLIC_URL');
});

test('accepts a token from any origin', async () => {
  await using server = await testServer();
  const headers = { origin: 'https://elsewhere.example' };
  expect((await server.as.owner.post('/tokens', { name: 'T' }, headers)).status).toBe(201);
});

test('re-issues the session cookie for 30 days once an hour has passed', async () => {
  await using inbox = await testInbox();
  const { id } = await setUp(inbox, inbox.owner, login);
  const cookie = `inbox_session=${await beginSession(inbox, id)}`;
  const send = await appOf(inbox);
  const given = async () => (await send('/agents', { headers: { cookie } })).headers;
  inbox.clock.advance(60 * 60 * 1000 - 1);
  expect((await given()).get('set-cookie')).toBeNull();
  inbox.clock.advance(1);
  expect((await given()).get('set-cookie')).toStartWith(`${cookie}; Path=/; Max-Age=2592000; `);
});
