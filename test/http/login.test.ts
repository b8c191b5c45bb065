import { expect, test } from 'bun:test';
import { setUp } from '../../src/core/access/local-owner.ts';
import type { User } from '../../src/core/access/schema.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import { appOf } from '../support/app.ts';
import { testInbox } from '../support/inbox.ts';
import { type TestServer, testServer } from '../support/server.ts';

const login = { email: 'ann@example.com', password: 'correct horse' };
const JSON_TYPE = { 'content-type': 'application/json' };

async function loggedIn(server: TestServer) {
  await server.as.owner.post('/auth/setup', login);
  const answer = await server.as.nobody.post<User>('/auth/login', login);
  const set = answer.headers.get('set-cookie') ?? '';
  return { ...answer, set, cookie: set.split(';')[0] ?? '' };
}

test('a log-in gives a cookie that scripts and other sites cannot use, and it is the user', async () => {
  await using server = await testServer();
  const { status, body, set, cookie } = await loggedIn(server);
  expect([status, body.email]).toEqual([200, login.email]);
  expect(set).toMatch(
    /^inbox_session=hs_[0-9a-f]{48}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const headers = { cookie: `theme=dark; ${cookie}` };
  const session = await server.as.nobody.get<User>('/auth/session', { headers });
  expect(session.body).toEqual(body);
  expect((await server.as.nobody.get('/users', { headers })).status).toBe(200);
});

test('where people open the inbox by https the cookie goes by https alone', async () => {
  await using server = await testServer({ publicUrl: 'https://inbox.example.com' });
  expect((await loggedIn(server)).set).toEndWith('; HttpOnly; SameSite=Lax; Secure');
});

test('a log-out ends the session and takes the cookie away', async () => {
  await using server = await testServer();
  const headers = { cookie: (await loggedIn(server)).cookie, 'sec-fetch-site': 'same-origin' };
  const out = await server.as.nobody.send('/auth/logout', { method: 'POST', headers });
  expect([out.status, out.body as object]).toEqual([200, { loggedOut: true }]);
  expect(out.headers.get('set-cookie')).toStartWith('inbox_session=; Max-Age=0; ');
  expect((await server.as.nobody.get('/auth/session', { headers })).status).toBe(401);
});

test('an unknown address and a wrong password get the very same answer', async () => {
  await using server = await testServer();
  await loggedIn(server);
  const wrong = await server.as.nobody.post('/auth/login', { ...login, password: 'wrong horse' });
  const email = 'nobody@example.com';
  const unknown = await server.as.nobody.post('/auth/login', { ...login, email });
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
  expect(unknown.status).toBe(wrong.status);
  expect(unknown.body).toEqual(wrong.body);
});

test('a session is no token and no key', async () => {
  await using server = await testServer();
  const session = (await loggedIn(server)).cookie.replace('inbox_session=', '');
  for (const headers of [{ authorization: `Bearer ${session}` }, { 'x-api-key': session }]) {
    expect((await server.as.nobody.get('/auth/session', { headers })).status).toBe(401);
  }
});

test('a stale cookie does not stand in the way of a log-in', async () => {
  await using server = await testServer();
  await loggedIn(server);
  const init = { method: 'POST', body: JSON.stringify(login) };
  const headers = { ...JSON_TYPE, cookie: 'inbox_session=hs_gone' };
  expect((await server.as.nobody.send('/auth/login', { ...init, headers })).status).toBe(200);
});

const origins: [string, (own: string) => Record<string, string>, number][] = [
  ['its own origin', (own) => ({ origin: own }), 201],
  ['the public origin', () => ({ origin: 'https://inbox.example.com' }), 201],
  ['Sec-Fetch-Site: same-origin', () => ({ 'sec-fetch-site': 'same-origin' }), 201],
  ['a foreign origin', () => ({ origin: 'https://evil.example' }), 403],
  [
    'a foreign origin that claims to be ours',
    () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }),
    403,
  ],
  ['an opaque origin', () => ({ origin: 'null' }), 403],
  ['another port of the machine', () => ({ origin: 'http://127.0.0.1:1' }), 403],
  ['Sec-Fetch-Site: same-site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
  ['neither header', () => ({}), 403],
];

test.each(origins)('a change made with a cookie and %s', async (_, headersOf, status) => {
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

test('a token needs no origin: no browser sends it unasked', async () => {
  await using server = await testServer();
  const headers = { origin: 'https://elsewhere.example' };
  expect((await server.as.owner.post('/tokens', { name: 'T' }, headers)).status).toBe(201);
});

test('who comes back after an hour or more is given the cookie anew, for 30 days', async () => {
  await using inbox = await testInbox();
  const { id } = await setUp(inbox, inbox.owner, login);
  const cookie = `inbox_session=${await beginSession(inbox, id)}`;
  const send = await appOf(inbox);
  const given = async () => (await send('/agents', { headers: { cookie } })).headers;
  inbox.clock.advance(60 * 60 * 1000 - 1);
  expect((await given()).get('set-cookie')).toBeNull();
  inbox.clock.advance(1);
  expect((await given()).get('set-cookie')).toStartWith(`${cookie}; Max-Age=2592000; `);
});
