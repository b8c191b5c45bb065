import { expect, test } from 'bun:test';
import type { DeviceBegun, DeviceOutcome } from '../../src/core/access/device-schema.ts';
import { createKey } from '../../src/core/access/keys.ts';
import { createToken } from '../../src/core/access/tokens.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { testServer } from '../support/server/server.ts';

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
