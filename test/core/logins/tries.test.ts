import { expect, test } from 'bun:test';
import { setUp } from '../../../src/core/access/local-owner.ts';
import { logIn } from '../../../src/core/access/sessions.ts';
import { createUser, removeUser } from '../../../src/core/access/users.ts';
import { settleFailures } from '../../../src/core/logins/record.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const ann = { email: 'ann@example.com', password: 'correct horse' };
const bob = { email: 'bob@example.com', password: 'battery staple' };
const [HOME, CAFE] = ['192.0.2.1', '192.0.2.2'];
const DAY_MS = 24 * 60 * 60 * 1000;

async function withPeople(inbox: TestInbox): Promise<TestInbox> {
  await setUp(inbox, inbox.owner, { ...ann, name: 'Ann' });
  await createUser(inbox, inbox.owner, { ...bob, name: 'Bob', role: 'reviewer', channels: [] });
  return inbox;
}

type Credentials = { email: string; password: string };

/** `in`, `wrong`, or the seconds to wait. */
async function attempt(inbox: TestInbox, who: Credentials, address = HOME) {
  const from = { visit: { via: 'api' as const, address }, isLimited: true };
  return logIn(inbox, who, from).then(
    () => 'in',
    ({ code, details }) => (code === 'rate_limited' ? details.retryAfterSeconds : 'wrong'),
  );
}

const wrong = (who: Credentials) => ({ ...who, password: 'a guess' });
const nobody = (index: number) => ({ email: `user${index}@example.com`, password: 'a guess' });

async function fail(inbox: TestInbox, times: number, address = HOME) {
  for (let index = 0; index < times; index++) await attempt(inbox, nobody(index), address);
}

test('blocks an account for an address after 5 wrong passwords, until a minute after the first', async () => {
  await using inbox = await withPeople(await testInbox());
  for (let index = 0; index < 5; index++) {
    expect(await attempt(inbox, wrong(ann))).toBe('wrong');
    inbox.clock.advance(1000);
  }
  expect(await attempt(inbox, ann)).toBe(55);
  expect(await attempt(inbox, ann, CAFE)).toBe('in');
  expect(await attempt(inbox, bob)).toBe('in');
  inbox.clock.advance(54_999);
  expect(await attempt(inbox, ann)).toBe(1);
  inbox.clock.advance(1);
  expect(await attempt(inbox, ann)).toBe('in');
});

test('counts 100 simultaneous guesses', async () => {
  await using inbox = await withPeople(await testInbox());
  const guesses = Array.from({ length: 100 }, () => attempt(inbox, wrong(ann)));
  const outcomes = await Promise.all(guesses);
  expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 60)).toHaveLength(95);
});

test('blocks an address after 30 failures for accounts that have not logged in from it', async () => {
  await using inbox = await withPeople(await testInbox());
  await attempt(inbox, ann);
  await fail(inbox, 30);
  expect(await attempt(inbox, nobody(99))).toBe(60);
  expect(await attempt(inbox, bob)).toBe(60);
  expect(await attempt(inbox, ann)).toBe('in');
  expect(await attempt(inbox, bob, CAFE)).toBe('in');
});

test('allows 5 tries for an account known at the address, which do not count against the address', async () => {
  await using inbox = await withPeople(await testInbox());
  await attempt(inbox, ann);
  await fail(inbox, 29);
  for (let index = 0; index < 5; index++) await attempt(inbox, wrong(ann));
  expect(await attempt(inbox, ann)).toBe(60);
  expect(await attempt(inbox, bob)).toBe('in');
});

test("knows an account's address for 30 days after a login", async () => {
  await using inbox = await withPeople(await testInbox());
  await attempt(inbox, ann);
  inbox.clock.advance(30 * DAY_MS - 1);
  await fail(inbox, 30);
  expect(await attempt(inbox, wrong(ann))).toBe('wrong');
  inbox.clock.advance(1);
  expect(await attempt(inbox, ann)).toBe(60);
});

test("clears the account's failures at a login, but only its own from the address", async () => {
  await using inbox = await withPeople(await testInbox());
  for (let index = 0; index < 4; index++) await attempt(inbox, wrong(bob));
  expect(await attempt(inbox, bob)).toBe('in');
  for (let index = 0; index < 5; index++) expect(await attempt(inbox, wrong(bob))).toBe('wrong');
  await fail(inbox, 26);
  expect(await attempt(inbox, ann)).toBe(60);
});

test('keeps the limits across a restart', async () => {
  await using inbox = await withPeople(await testInbox());
  for (let index = 0; index < 5; index++) await attempt(inbox, wrong(ann));
  await using again = await inbox.restart();
  expect(await attempt(again, ann)).toBe(60);
});

test('blocks no one after the clock is set back', async () => {
  await using inbox = await withPeople(await testInbox());
  for (let index = 0; index < 5; index++) await attempt(inbox, wrong(ann));
  inbox.clock.advance(-DAY_MS);
  expect(await attempt(inbox, ann)).toBe('in');
});

test('deletes expired windows and stores nothing that was typed', async () => {
  await using inbox = await withPeople(await testInbox());
  const rows = () => inbox.store.read.selectFrom('tries').selectAll().execute();
  await attempt(inbox, { email: 'my secret password', password: '' });
  await fail(inbox, 10);
  expect((await rows()).length).toBeGreaterThan(10);
  expect(JSON.stringify(await rows())).not.toContain('secret');
  inbox.clock.advance(60_000);
  await settleFailures(inbox);
  expect(await rows()).toEqual([]);
});

test("deletes a removed user's known addresses", async () => {
  await using inbox = await withPeople(await testInbox());
  await attempt(inbox, bob);
  const rows = () => inbox.store.read.selectFrom('login_addresses').selectAll().execute();
  const [row] = await rows();
  await removeUser(inbox, inbox.owner, row?.userId ?? '');
  expect(await rows()).toEqual([]);
});

async function entries(inbox: TestInbox) {
  const rows = await inbox.store.read
    .selectFrom('audit')
    .selectAll()
    .where('action', 'like', 'login.%')
    .orderBy('seq')
    .execute();
  return rows.map(({ action, actorName, address, subjectName, detail }) => ({
    action,
    actorName,
    address,
    subjectName,
    detail: JSON.parse(detail),
  }));
}

test('records each login in the audit log, and each failure with its account or none', async () => {
  await using inbox = await withPeople(await testInbox());
  await attempt(inbox, ann, CAFE);
  await attempt(inbox, wrong(ann));
  await attempt(inbox, { email: 'my secret password', password: '' });
  const failed = { action: 'login.failed', actorName: null, address: HOME, detail: {} };
  expect(await entries(inbox)).toEqual([
    {
      action: 'login.succeeded',
      actorName: 'Ann',
      address: CAFE,
      subjectName: ann.email,
      detail: {},
    },
    { ...failed, subjectName: ann.email },
    { ...failed, subjectName: null },
  ]);
});

test('records 5 failures a minute in the audit log and sums up the rest in one entry', async () => {
  await using inbox = await withPeople(await testInbox());
  const since = new Date(inbox.now()).toISOString();
  await fail(inbox, 12);
  await fail(inbox, 2, CAFE);
  expect(await entries(inbox)).toHaveLength(7);
  await settleFailures(inbox);
  expect(await entries(inbox)).toHaveLength(7);
  inbox.clock.advance(60_000);
  await settleFailures(inbox);
  await settleFailures(inbox);
  const all = await entries(inbox);
  expect(all).toHaveLength(8);
  expect(all.at(-1)).toMatchObject({ address: HOME, detail: { more: 7, since } });
});
