import { expect, test } from 'bun:test';
import { createKey, revokeKey } from '../../../src/core/access/keys.ts';
import { setUp } from '../../../src/core/access/local-owner.ts';
import { appOf, jsonBody } from '../../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

type Send = Awaited<ReturnType<typeof appOf>>;

async function keyOf(inbox: TestInbox) {
  const input = { name: 'Key', channels: 'all' as const, expiresAt: null };
  const { id, key } = await createKey(inbox, inbox.owner, input);
  return { id, headers: { 'x-api-key': key } };
}

async function statuses(send: Send, count: number, headers: Record<string, string> = {}) {
  const counted: Record<number, number> = {};
  for (let index = 0; index < count; index++) {
    const { status } = await send('/agents', { headers });
    counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
}

test('allows a burst of 5 times the rate, then the rate', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 2 });
  const { headers } = await keyOf(inbox);
  expect(await statuses(send, 12, headers)).toEqual({ 200: 10, 429: 2 });
  inbox.clock.advance(1000);
  expect(await statuses(send, 4, headers)).toEqual({ 200: 2, 429: 2 });
});

test('returns the remaining requests, and when to retry after a refusal', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 2 });
  const { headers } = await keyOf(inbox);
  const reported = ({ headers }: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
  const first = await send('/agents', { headers });
  expect([...reported(first), first.headers.get('retry-after')]).toEqual(['10', '9', '1', null]);
  await statuses(send, 9, headers);
  const refused = await send('/agents', { headers });
  expect(refused.status).toBe(429);
  expect([...reported(refused), refused.headers.get('retry-after')]).toEqual(['10', '0', '5', '1']);
  const message = 'Too many requests: try again in 1s';
  expect(await refused.json()).toEqual({ statusCode: 429, message });
});

test('counts simultaneous requests', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 2 });
  const { headers } = await keyOf(inbox);
  const all = await Promise.all(Array.from({ length: 50 }, () => send('/agents', { headers })));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(10);
});

test('limits each key separately', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 1 });
  const [loud, quiet] = [await keyOf(inbox), await keyOf(inbox)];
  expect(await statuses(send, 9, loud.headers)).toEqual({ 200: 5, 429: 4 });
  expect(await statuses(send, 1, quiet.headers)).toEqual({ 200: 1 });
});

test('limits callers without a valid key by address', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 1000 });
  expect(await statuses(send, 50)).toEqual({ 401: 50 });
  for (let index = 0; index < 50; index++) {
    const headers = { 'x-api-key': `hp_${index}` };
    expect((await send('/agents', { headers })).status).toBe(401);
  }
  expect(await statuses(send, 5)).toEqual({ 429: 5 });
  expect(await statuses(send, 5, { 'x-api-key': 'hp_other' })).toEqual({ 429: 5 });
  expect(await statuses(send, 1, { 'x-test-address': '192.0.2.2' })).toEqual({ 401: 1 });
  inbox.clock.advance(1000);
  expect(await statuses(send, 25)).toEqual({ 401: 20, 429: 5 });
});

test('keeps a known key working while its address sends invalid ones', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 100 });
  const { id, headers } = await keyOf(inbox);
  expect(await statuses(send, 1, headers)).toEqual({ 200: 1 });
  await statuses(send, 200, { 'x-api-key': 'hp_bad' });
  expect(await statuses(send, 50, headers)).toEqual({ 200: 50 });
  await revokeKey(inbox, inbox.owner, id);
  expect(await statuses(send, 3, headers)).toEqual({ 401: 1, 429: 2 });
});

test('accepts a new valid key while its address is over the limit', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 100 });
  const { headers } = await keyOf(inbox);
  await statuses(send, 101);
  expect(await statuses(send, 1)).toEqual({ 429: 1 });
  expect(await statuses(send, 1, { 'x-api-key': `hp_${'0'.repeat(48)}` })).toEqual({ 429: 1 });
  expect(await statuses(send, 20, headers)).toEqual({ 200: 20 });
});

test('does not limit the local secret', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 1 });
  expect(await statuses(send, 50, { authorization: 'Bearer local' })).toEqual({ 200: 50 });
});

test('sets no limits for off', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 'off' });
  const { headers } = await keyOf(inbox);
  expect(await statuses(send, 600, headers)).toEqual({ 200: 600 });
  expect(await statuses(send, 150)).toEqual({ 401: 150 });
  expect((await send('/agents', { headers })).headers.get('ratelimit-limit')).toBeNull();
});

const password = 'correct horse';
const login = (email: string, given: string, address = '192.0.2.1') =>
  jsonBody({ email, password: given }, { 'x-test-address': address });

test('returns 429 with Retry-After for an account after 5 failures', async () => {
  await using inbox = await testInbox();
  await setUp(inbox, inbox.owner, { email: 'ann@example.com', password, name: 'Ann' });
  const send = await appOf(inbox, { rateLimit: 100 });
  for (let index = 0; index < 5; index++) {
    expect((await send('/auth/login', login('ann@example.com', 'wrong horse'))).status).toBe(401);
  }
  const refused = await send('/auth/login', login(' ANN@example.com', password));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  const message = 'Too many failed attempts: try again in 60s';
  expect(await refused.json()).toEqual({ statusCode: 429, message });
  const elsewhere = login('ann@example.com', password, '192.0.2.9');
  expect((await send('/auth/login', elsewhere)).status).toBe(200);
});

test('does not count correct passwords', async () => {
  await using inbox = await testInbox();
  await setUp(inbox, inbox.owner, { email: 'ann@example.com', password, name: 'Ann' });
  const send = await appOf(inbox, { rateLimit: 100 });
  for (let index = 0; index < 7; index++) {
    expect((await send('/auth/login', login('ann@example.com', password))).status).toBe(200);
  }
});

test('does not limit guesses when limits are off', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox, { rateLimit: 'off' });
  for (let index = 0; index < 7; index++) {
    expect((await send('/auth/login', login('ann@example.com', 'wrong horse'))).status).toBe(401);
  }
});
