import { expect, test } from 'bun:test';
import { authenticate } from '../../../src/core/access/authenticate.ts';
import { localOrigin } from '../../../src/core/access/callers.ts';
import {
  approveDevice,
  beginDevice,
  denyDevice,
  getDevice,
} from '../../../src/core/access/device.ts';
import { exchangeDeviceCode } from '../../../src/core/access/device-grant.ts';
import { countDevices } from '../../../src/core/access/device-table.ts';
import { listTokens } from '../../../src/core/access/tokens.ts';
import { createUser, humanById, updateUser } from '../../../src/core/access/users.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const MINUTES = 60_000;
const begin = (inbox: TestInbox, from = '192.0.2.1') => beginDevice(inbox, { name: 'pi' }, from);

async function reviewer(inbox: TestInbox, channelId: string) {
  const rita = { email: 'rita@example.com', name: 'Rita', role: 'reviewer' as const };
  const { id } = await createUser(inbox, inbox.owner, { ...rita, channels: [channelId] });
  const human = await humanById(inbox, id, localOrigin());
  if (!human) throw new Error('Rita is gone');
  return human;
}

test("issues a token of the approving user, under the device's name", async () => {
  await using inbox = await testInbox();
  const { deviceCode, userCode, expiresInSeconds } = await begin(inbox);
  expect(deviceCode).toMatch(/^hd_[0-9a-f]{48}$/);
  expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  const expiresAt = '2030-01-02T12:10:00.000Z';
  expect(await getDevice(inbox, inbox.owner, userCode)).toEqual({
    userCode,
    name: 'pi',
    program: null,
    grants: 'token',
    address: '192.0.2.1',
    begunAt: '2030-01-02T12:00:00.000Z',
    expiresAt,
  });
  expect([await exchangeDeviceCode(inbox, deviceCode), expiresInSeconds]).toEqual([
    { status: 'pending' },
    600,
  ]);
  await approveDevice(inbox, inbox.owner, ` ${userCode.replace('-', ' ').toLowerCase()}`);
  const outcome = await exchangeDeviceCode(inbox, deviceCode);
  if (outcome.status !== 'approved') throw new Error(outcome.status);
  const { token, ...shown } = outcome.token;
  expect(await authenticate(inbox, token)).toMatchObject({ userId: inbox.owner.userId });
  expect(await listTokens(inbox, inbox.owner)).toMatchObject([{ id: shown.id, name: 'pi' }]);
});

test('issues the token once, even to 2 simultaneous requests', async () => {
  await using inbox = await testInbox();
  const { deviceCode, userCode } = await begin(inbox);
  await approveDevice(inbox, inbox.owner, userCode);
  const both = await Promise.all([1, 2].map(() => exchangeDeviceCode(inbox, deviceCode)));
  expect(both.map(({ status }) => status).sort()).toEqual(['approved', 'expired']);
  expect(await exchangeDeviceCode(inbox, deviceCode)).toEqual({ status: 'expired' });
  expect(await listTokens(inbox, inbox.owner)).toHaveLength(1);
});

test.each<[how: string, typed: (code: string) => string]>([
  ['with blanks between all letters', (code) => [...code].join(' ')],
  ['with another hyphen', (code) => code.replace('-', '\u2011')],
  [
    'full-width',
    (code) => code.replace(/[A-Z]/g, (at) => String.fromCharCode(at.charCodeAt(0) + 0xfee0)),
  ],
  [
    'with an ideographic blank and in lower case',
    (code) => code.replace('-', '\u3000').toLowerCase(),
  ],
  ['with a hidden mark', (code) => `\u200b${code}\ufeff`],
])('takes a code that is typed %s', async (_, typed) => {
  await using inbox = await testInbox();
  const { userCode } = await begin(inbox);
  expect(await getDevice(inbox, inbox.owner, typed(userCode))).toMatchObject({ userCode });
});

test('reports a denied login once and creates no token', async () => {
  await using inbox = await testInbox();
  const { deviceCode, userCode } = await begin(inbox);
  await denyDevice(inbox, inbox.owner, userCode);
  expect(await exchangeDeviceCode(inbox, deviceCode)).toEqual({ status: 'denied' });
  expect(await exchangeDeviceCode(inbox, deviceCode)).toEqual({ status: 'expired' });
  expect(await listTokens(inbox, inbox.owner)).toEqual([]);
});

test('keeps the decision of the first of 2 users', async () => {
  await using inbox = await testInbox();
  const rita = await reviewer(inbox, (await inbox.channel()).id);
  const { deviceCode, userCode } = await begin(inbox);
  await approveDevice(inbox, rita, userCode);
  for (const decide of [approveDevice, denyDevice, getDevice]) {
    await expect(async () => decide(inbox, inbox.owner, userCode)).toThrow(
      'already been approved or denied',
    );
  }
  expect(await exchangeDeviceCode(inbox, deviceCode)).toMatchObject({
    token: { userId: rita.userId },
  });
});

test('gives the device exactly the rights of the reviewer who approved it', async () => {
  await using inbox = await testInbox();
  const [own, other] = [await inbox.channel(), await inbox.channel()];
  const rita = await reviewer(inbox, own.id);
  const { deviceCode, userCode } = await begin(inbox);
  await approveDevice(inbox, rita, userCode);
  const outcome = await exchangeDeviceCode(inbox, deviceCode);
  if (outcome.status !== 'approved') throw new Error(outcome.status);
  const caller = await authenticate(inbox, outcome.token.token);
  const origin = {
    via: 'api' as const,
    credential: outcome.token.id,
    address: null,
    // Rita approved it by no better credential.
    isLocal: true,
  };
  expect(caller).toEqual({
    ...rita,
    role: 'reviewer',
    channels: [own.id],
    origin,
    standing: { id: outcome.token.id, find: expect.any(Function) },
  });
  expect(caller?.channels).not.toContain(other.id);
});

test('denies the login when the user is disabled before the token is collected', async () => {
  await using inbox = await testInbox();
  const rita = await reviewer(inbox, (await inbox.channel()).id);
  const { deviceCode, userCode } = await begin(inbox);
  await approveDevice(inbox, rita, userCode);
  await updateUser(inbox, inbox.owner, rita.userId, { disabled: true });
  expect(await exchangeDeviceCode(inbox, deviceCode)).toEqual({ status: 'denied' });
});

test('denies the login when the password changes after the approval', async () => {
  await using inbox = await testInbox();
  const rita = await reviewer(inbox, (await inbox.channel()).id);
  const { deviceCode, userCode } = await begin(inbox);
  await approveDevice(inbox, rita, userCode);
  await updateUser(inbox, inbox.owner, rita.userId, { password: 'tulips in autumn' });
  expect(await exchangeDeviceCode(inbox, deviceCode)).toEqual({ status: 'denied' });
});

test('completes a login across restarts', async () => {
  await using first = await testInbox();
  const { deviceCode, userCode } = await begin(first);
  await using second = await first.restart();
  await approveDevice(second, second.owner, userCode);
  await using third = await second.restart();
  expect(await exchangeDeviceCode(third, deviceCode)).toMatchObject({ status: 'approved' });
});

test('issues a token that expires after 90 days', async () => {
  await using inbox = await testInbox();
  const { deviceCode, userCode } = await begin(inbox);
  await approveDevice(inbox, inbox.owner, userCode);
  const outcome = await exchangeDeviceCode(inbox, deviceCode);
  expect(outcome).toMatchObject({ token: { expiresAt: '2030-04-02T12:00:00.000Z' } });
});

test('expires codes after 10 minutes, approved or not', async () => {
  await using inbox = await testInbox();
  const [early, late] = [await begin(inbox), await begin(inbox)];
  inbox.clock.advance(10 * MINUTES - 1);
  await approveDevice(inbox, inbox.owner, early.userCode);
  expect(await exchangeDeviceCode(inbox, late.deviceCode)).toEqual({ status: 'pending' });
  inbox.clock.advance(1);
  for (const { deviceCode } of [early, late]) {
    expect(await exchangeDeviceCode(inbox, deviceCode)).toEqual({ status: 'expired' });
  }
  await expect(async () => approveDevice(inbox, inbox.owner, late.userCode)).toThrow(
    'Code not found',
  );
  expect(await listTokens(inbox, inbox.owner)).toEqual([]);
});

test('refuses to approve or collect a code that expires before the write', async () => {
  await using inbox = await testInbox();
  const expiring = () => inbox.store.commit(async () => inbox.clock.advance(10 * MINUTES));
  const { userCode } = await begin(inbox);
  const [, approved] = await Promise.allSettled([
    expiring(),
    approveDevice(inbox, inbox.owner, userCode),
  ]);
  expect(approved).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });

  const other = await begin(inbox);
  await approveDevice(inbox, inbox.owner, other.userCode);
  const [, collected] = await Promise.all([
    expiring(),
    exchangeDeviceCode(inbox, other.deviceCode),
  ]);
  expect(collected).toEqual({ status: 'expired' });
  expect(await listTokens(inbox, inbox.owner)).toEqual([]);
});

test("refuses an agent's approval, and a device code as a user code", async () => {
  await using inbox = await testInbox();
  const { deviceCode, userCode } = await begin(inbox);
  for (const decide of [approveDevice, denyDevice, getDevice]) {
    await expect(async () => decide(inbox, inbox.agent, userCode)).toThrow(
      'Only a person may do this',
    );
    await expect(async () => decide(inbox, inbox.owner, deviceCode)).toThrow('Code not found');
  }
  expect(await exchangeDeviceCode(inbox, userCode)).toEqual({ status: 'expired' });
});

test("expires only the address's oldest login when it has more than 100 pending", async () => {
  await using inbox = await testInbox();
  const quiet = await begin(inbox, '192.0.2.9');
  const loud = await Promise.all(Array.from({ length: 101 }, () => begin(inbox)));
  const statusOf = async (one = quiet) => (await exchangeDeviceCode(inbox, one.deviceCode)).status;
  expect(await statusOf()).toBe('pending');
  expect(await statusOf(loud[0])).toBe('expired');
  expect(await statusOf(loud[1])).toBe('pending');
  expect(await countDevices(inbox.store.read)).toBe(101);
});

test('refuses a new login while 1,000 are pending', async () => {
  await using inbox = await testInbox();
  await Promise.all(Array.from({ length: 1000 }, (_, n) => begin(inbox, `address ${n}`)));
  await expect(begin(inbox, 'one more')).rejects.toThrow('Too many pending logins');
  expect(await countDevices(inbox.store.read)).toBe(1000);
  inbox.clock.advance(10 * MINUTES);
  await begin(inbox, 'one more');
  expect(await countDevices(inbox.store.read)).toBe(1);
});
