import { expect, test } from 'bun:test';
import { approveDevice, beginDevice } from '../../src/core/access/device.ts';
import { exchangeDeviceCode } from '../../src/core/access/device-grant.ts';
import type { DeviceBegun, DeviceOutcome } from '../../src/core/access/device-schema.ts';
import { createKey } from '../../src/core/access/keys.ts';
import { localOwner, setUp } from '../../src/core/access/local-owner.ts';
import { CreateUser } from '../../src/core/access/schema.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import { createToken } from '../../src/core/access/tokens.ts';
import { createUser, updateUser } from '../../src/core/access/users.ts';
import { listAudit } from '../../src/core/audit/list.ts';
import { ListAudit } from '../../src/core/audit/schema.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { testServer } from '../support/server/server.ts';

const ADA = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
const WRONG = { userCode: 'BBBB-BBBB' };

async function limited(inbox: TestInbox) {
  const send = await appOf(inbox, { rateLimit: 100 });
  const post = async (path: string, body: object, headers = {}) =>
    (await send(path, jsonBody(body, headers))).json();
  const { token } = await createToken(inbox, inbox.owner, { name: 'Own' });
  const as = { authorization: `Bearer ${token}` };
  const begun = (await post('/auth/device', { name: 'pi' })) as DeviceBegun;
  const statusOf = async (path: string, body: object, headers: object = as) =>
    (await send(path, jsonBody(body, { ...headers }))).status;
  return { send, statusOf, begun, as };
}

test('issues a token of the person who approves the login', async () => {
  await using server = await testServer();
  const { nobody, owner } = server.as;
  const { body: begun } = await nobody.post<DeviceBegun>('/auth/device', { name: ' pi ' });
  const { deviceCode, userCode } = begun;
  const collect = async () =>
    (await nobody.post<DeviceOutcome>('/auth/device/token', { deviceCode })).body;
  expect(await collect()).toEqual({ status: 'pending' });
  const shown = await owner.get(`/auth/device?userCode=${userCode}`);
  expect(shown.body as object).toMatchObject({ userCode, name: 'pi' });
  expect(JSON.stringify(shown.body)).not.toContain(deviceCode);
  expect((await owner.post('/auth/device/approve', { userCode })).status).toBe(200);
  expect((await owner.post('/auth/device/approve', { userCode })).status).toBe(409);
  const outcome = await collect();
  if (outcome.status !== 'approved') throw new Error(outcome.status);
  const me = await server.as.key(outcome.token.token).get('/auth/session');
  expect([me.status, me.body as object]).toMatchObject([200, { role: 'owner' }]);
  expect(await collect()).toEqual({ status: 'expired' });
});

test('starts a session for a browser, once its user approves it in another', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  const ada = await setUp(inbox, await localOwner(inbox), ADA);
  const post = (path: string, body: object, headers = {}) => send(path, jsonBody(body, headers));
  const asking = { name: 'Safari on iPhone', grants: 'session' };
  const begun = (await (await post('/auth/device', asking)).json()) as DeviceBegun;
  const { deviceCode, userCode } = begun;
  const { token } = await createToken(inbox, inbox.owner, { name: 'Own' });
  const byToken = { authorization: `Bearer ${token}` };
  const refused = await post('/auth/device/approve', { userCode }, byToken);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { message: expect.stringContaining('in a browser that is logged in') },
  ]);
  const session = await beginSession(inbox, ada.id);
  const cookie = { cookie: `inbox_session=${session}`, 'sec-fetch-site': 'same-origin' };
  const seen = await send(`/auth/device?userCode=${userCode}`, { headers: cookie });
  expect(await seen.json()).toMatchObject({ name: 'Safari on iPhone', grants: 'session' });
  expect((await post('/auth/device/approve', { userCode }, cookie)).status).toBe(200);
  // Only a login that asked for a token gets one.
  const asToken = await post('/auth/device/token', { deviceCode });
  expect(await asToken.json()).toEqual({ status: 'expired' });
  const granted = await post('/auth/device/session', { deviceCode });
  expect(await granted.json()).toMatchObject({ status: 'approved', user: { id: ada.id } });
  const given = /^(inbox_session=hs_\w+); .*HttpOnly/.exec(granted.headers.get('set-cookie') ?? '');
  const me = await send('/auth/session', { headers: { cookie: given?.[1] ?? '' } });
  expect(await me.json()).toMatchObject({ email: ADA.email });
  const again = await post('/auth/device/session', { deviceCode });
  expect([await again.json(), again.headers.get('set-cookie')]).toEqual([
    { status: 'expired' },
    null,
  ]);
  const { data } = await listAudit(inbox, inbox.owner, ListAudit.parse({ limit: 2 }));
  expect(data.map(({ action }) => action)).toEqual(['login.succeeded', 'device.approved']);
});

test('starts no session for a user who was disabled after approving it', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  await setUp(inbox, await localOwner(inbox), ADA);
  const rita = await createUser(
    inbox,
    inbox.owner,
    CreateUser.parse({ name: 'Rita', email: 'rita@example.org' }),
  );
  const { deviceCode, userCode } = await beginDevice(inbox, { name: 'B', grants: 'session' }, 'a');
  const session = await beginSession(inbox, rita.id);
  const cookie = { cookie: `inbox_session=${session}`, 'sec-fetch-site': 'same-origin' };
  const approved = await send('/auth/device/approve', jsonBody({ userCode }, cookie));
  expect(approved.status).toBe(200);
  await updateUser(inbox, inbox.owner, rita.id, { disabled: true });
  const granted = await send('/auth/device/session', jsonBody({ deviceCode }));
  expect([await granted.json(), granted.headers.get('set-cookie')]).toEqual([
    { status: 'denied' },
    null,
  ]);
});

test('grants a device that asked for a token no session', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  const { deviceCode, userCode } = await beginDevice(inbox, { name: 'pi' }, 'a');
  await approveDevice(inbox, inbox.owner, userCode);
  const granted = await send('/auth/device/session', jsonBody({ deviceCode }));
  expect(await granted.json()).toEqual({ status: 'expired' });
  expect((await exchangeDeviceCode(inbox, deviceCode)).status).toBe('approved');
});

test('limits device-code guesses to 5 a minute on every route, even for a correct code', async () => {
  await using inbox = await testInbox();
  const { send, statusOf, begun, as } = await limited(inbox);
  expect(await statusOf('/auth/device/approve', WRONG)).toBe(404);
  expect(await statusOf('/auth/device/deny', WRONG)).toBe(404);
  for (const _ of [1, 2, 3]) {
    const seen = await send(`/auth/device?userCode=${WRONG.userCode}`, { headers: as });
    expect(seen.status).toBe(404);
  }
  const { userCode } = begun;
  expect(await statusOf('/auth/device/approve', { userCode })).toBe(429);
  inbox.clock.advance(60_000);
  expect(await statusOf('/auth/device/approve', { userCode })).toBe(200);
});

test('counts simultaneous guesses', async () => {
  await using inbox = await testInbox();
  const { statusOf } = await limited(inbox);
  const all = await Promise.all(
    Array.from({ length: 20 }, () => statusOf('/auth/device/approve', WRONG)),
  );
  expect(all.filter((status) => status === 404)).toHaveLength(5);
});

test('does not count correct codes', async () => {
  await using inbox = await testInbox();
  const { send, begun, as } = await limited(inbox);
  for (let n = 0; n < 12; n++) {
    const seen = await send(`/auth/device?userCode=${begun.userCode}`, { headers: as });
    expect(seen.status).toBe(200);
  }
});

test('refuses an agent before counting its guess', async () => {
  await using inbox = await testInbox();
  const { statusOf, begun } = await limited(inbox);
  const input = { name: 'Key', channels: 'all' as const, expiresAt: null };
  const { key } = await createKey(inbox, inbox.owner, input);
  for (const { userCode } of [WRONG, begun]) {
    expect(await statusOf('/auth/device/approve', { userCode }, { 'x-api-key': key })).toBe(403);
  }
});

test('limits anonymous logins and polls by address', async () => {
  await using inbox = await testInbox();
  const { statusOf } = await limited(inbox);
  const from = { 'x-test-address': '192.0.2.7' };
  const ask = (n: number) =>
    n % 2
      ? statusOf('/auth/device', { name: 'pi' }, from)
      : statusOf('/auth/device/token', { deviceCode: `hd_${n}` }, from);
  const statuses = await Promise.all(Array.from({ length: 110 }, (_, n) => ask(n)));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('refuses a device without a valid name', async () => {
  await using server = await testServer();
  for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(101) }]) {
    expect((await server.as.nobody.post('/auth/device', body)).status).toBe(400);
  }
});
