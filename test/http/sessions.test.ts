import { expect, test } from 'bun:test';
import { localOwner, setUp } from '../../src/core/access/local-owner.ts';
import type { NewToken, Session } from '../../src/core/access/schema.ts';
import { wordsOf } from '../../src/core/audit/words.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { entriesOf } from '../support/inbox/audit.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
const rita = { email: 'rita@example.org', password: 'a long password', name: 'Rita' };
const START = '2030-01-02T12:00:00.000Z';

async function withPeople(inbox: TestInbox) {
  let address: string | null = '10.0.0.7';
  const send = await appOf(inbox, { addressOf: () => address });
  await setUp(inbox, await localOwner(inbox), ada);
  const logIn = async ({ email, password }: typeof ada, userAgent = 'Firefox/143.0') => {
    const input = jsonBody({ email, password }, { 'user-agent': userAgent });
    const { headers } = await send('/auth/login', input);
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    return { cookie, 'sec-fetch-site': 'same-origin' };
  };
  const first = await logIn(ada, 'Chrome/140.0');
  await send('/users', jsonBody({ ...rita, role: 'reviewer' }, first));
  const call = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const answer = await send(path, { method, headers });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    send,
    logIn,
    call,
    first,
    from: (other: string | null) => {
      address = other;
    },
    list: async (as: Record<string, string>) =>
      (await call('/auth/sessions', as)).body as Session[],
    holds: async (as: Record<string, string>) => (await call('/auth/session', as)).status === 200,
  };
}

test("lists a user's own sessions with browser, address, start and last use", async () => {
  await using inbox = await testInbox();
  const { logIn, first, list, from, holds } = await withPeople(inbox);
  inbox.clock.advance(60_000);
  const second = await logIn(ada);
  await logIn(rita);
  from('10.0.0.9');
  inbox.clock.advance(60_000);
  expect(await holds(first)).toBe(true);
  await noted(inbox);
  const [newer, older, ...more] = await list(second);
  expect(more).toEqual([]);
  expect(newer).toMatchObject({ userAgent: 'Firefox/143.0', isCurrent: true });
  expect(older).toMatchObject({
    userAgent: 'Chrome/140.0',
    address: '10.0.0.9',
    isCurrent: false,
    createdAt: START,
    lastSeenAt: '2030-01-02T12:02:00.000Z',
  });
  expect(second.cookie).not.toContain(newer?.id ?? '');
});

test('lists sessions without a recorded browser, but not expired ones', async () => {
  await using inbox = await testInbox();
  const { logIn, first, list } = await withPeople(inbox);
  const unknown = { userAgent: null, address: null, lastSeenAt: null };
  await inbox.store.commit((tx) => tx.updateTable('sessions').set(unknown).execute());
  const second = await logIn(ada);
  expect((await list(second)).map(({ userAgent }) => userAgent).sort()).toEqual([
    'Firefox/143.0',
    null,
  ]);
  inbox.clock.advance(29 * 24 * 3_600_000);
  expect(await list(second)).toHaveLength(2);
  await noted(inbox);
  inbox.clock.advance(2 * 24 * 3_600_000);
  expect(await list(second)).toHaveLength(1);
  const message = 'Your session has expired. Log in again';
  expect(await list(first)).toMatchObject({ statusCode: 401, message });
});

test("ends one session immediately and records it, but never another user's", async () => {
  await using inbox = await testInbox();
  const { logIn, first, list, call, holds } = await withPeople(inbox);
  const [second, hers] = [await logIn(ada), await logIn(rita)];
  const other = (await list(first)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
  expect((await call(`/auth/sessions/${other}`, hers, 'DELETE')).status).toBe(404);
  expect(await call(`/auth/sessions/${other}`, first, 'DELETE')).toEqual({
    status: 200,
    body: { ended: 1 },
  });
  expect([await holds(first), await holds(second), await holds(hers)]).toEqual([true, false, true]);
  expect((await call(`/auth/sessions/${other}`, first, 'DELETE')).status).toBe(404);
  expect(await lastEntry(inbox)).toMatchObject({
    words: { who: 'Ada', did: 'ended one of their sessions' },
    entry: { action: 'session.ended', subject: { kind: 'session', id: other, name: 'Ada' } },
  });
});

test("ends all sessions but the caller's, or every one for a token", async () => {
  await using inbox = await testInbox();
  const { send, logIn, first, call, holds } = await withPeople(inbox);
  const [second, third, hers] = [await logIn(ada), await logIn(ada), await logIn(rita)];
  expect((await call('/auth/sessions', first, 'DELETE')).body).toEqual({ ended: 2 });
  const held = await Promise.all([first, second, third, hers].map(holds));
  expect(held).toEqual([true, false, false, true]);
  expect((await call('/auth/sessions', first, 'DELETE')).body).toEqual({ ended: 0 });
  const made = (await (await send('/tokens', jsonBody({ name: 'T' }, first))).json()) as NewToken;
  const token = { authorization: `Bearer ${made.token}` };
  expect((await call('/auth/sessions', token, 'DELETE')).body).toEqual({ ended: 1 });
  expect([await holds(first), await holds(token)]).toEqual([false, true]);
});

/** The use of a session is recorded without delaying the request; changes happen in order. */
const noted = (inbox: TestInbox) => inbox.store.commit(async () => {});

async function lastEntry(inbox: TestInbox) {
  const entry = (await entriesOf(inbox)).at(-1);
  if (!entry) throw new Error('Nothing is recorded');
  return { entry, words: wordsOf(entry) };
}
