import { expect, test } from 'bun:test';
import { setUp } from '../../../src/core/access/local-owner.ts';
import { findSession, logIn, logOut } from '../../../src/core/access/sessions.ts';
import { createUser } from '../../../src/core/access/users.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const login = { email: 'ann@example.com', password: 'correct horse' };

async function loggedIn(inbox: TestInbox) {
  await setUp(inbox, inbox.owner, { ...login, name: 'Ann' });
  return logIn(inbox, login);
}

test('identifies the user and stores only a hash', async () => {
  await using inbox = await testInbox();
  const { user, session } = await loggedIn(inbox);
  expect(user).toMatchObject({ email: login.email, role: 'owner' });
  expect(session).toMatch(/^hs_[0-9a-f]{48}$/);
  const found = await findSession(inbox, session);
  expect(found?.caller).toMatchObject({ kind: 'human', userId: user.id, channels: 'all' });
  const rows = await inbox.store.read.selectFrom('sessions').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(session);
});

test('expires 30 days after the last use', async () => {
  await using inbox = await testInbox();
  const { session } = await loggedIn(inbox);
  for (let used = 0; used < 3; used++) {
    inbox.clock.advance(30 * DAY_MS - 1);
    expect(await findSession(inbox, session)).toMatchObject({ renewed: true });
    await logIn(inbox, login);
  }
  inbox.clock.advance(30 * DAY_MS);
  expect(await findSession(inbox, session)).toBeNull();
});

test('records the use once an hour', async () => {
  await using inbox = await testInbox();
  const { session } = await loggedIn(inbox);
  inbox.clock.advance(60 * 60 * 1000 - 1);
  expect(await findSession(inbox, session)).toMatchObject({ renewed: false });
  inbox.clock.advance(1);
  expect(await findSession(inbox, session)).toMatchObject({ renewed: true });
});

test('does not renew a session that expires before the write', async () => {
  await using inbox = await testInbox();
  const { session } = await loggedIn(inbox);
  inbox.clock.advance(30 * DAY_MS - 1);
  const expiring = inbox.store.commit(async () => inbox.clock.advance(1));
  const [, found] = await Promise.all([expiring, findSession(inbox, session)]);
  expect(found).toMatchObject({ renewed: true });
  await inbox.store.commit(async () => {});
  expect(await findSession(inbox, session)).toBeNull();
});

test('deletes expired sessions at a login', async () => {
  await using inbox = await testInbox();
  await loggedIn(inbox);
  inbox.clock.advance(30 * DAY_MS);
  await logIn(inbox, login);
  const rows = await inbox.store.read.selectFrom('sessions').selectAll().execute();
  expect(rows).toHaveLength(1);
});

test('ends only that session on logout and emits access:changed', async () => {
  await using inbox = await testInbox();
  const { session } = await loggedIn(inbox);
  const other = await logIn(inbox, login);
  const events = recordEvents(inbox);
  await logOut(inbox, inbox.owner, session);
  expect(await findSession(inbox, session)).toBeNull();
  expect(await findSession(inbox, other.session)).not.toBeNull();
  const payload = { userId: inbox.owner.userId };
  expect(events).toEqual([{ name: 'access:changed', payload }]);
});

test('refuses a wrong password, an unknown address and a user without a password with the same error', async () => {
  await using inbox = await testInbox();
  await loggedIn(inbox);
  const more = { role: 'reviewer' as const, channels: [] };
  await createUser(inbox, inbox.owner, { email: 'sam@example.com', name: 'Sam', ...more });
  const tries = [
    { ...login, password: 'wrong horse' },
    { ...login, email: 'nobody@example.com' },
    { ...login, email: 'sam@example.com' },
    { email: 'sam@example.com', password: '' },
  ];
  for (const one of tries) {
    await expect(logIn(inbox, one)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Incorrect e-mail or password',
    });
  }
});

test('takes as long for an unknown address as for a wrong password', async () => {
  await using inbox = await testInbox();
  await loggedIn(inbox);
  const time = async (email: string) => {
    const start = performance.now();
    await logIn(inbox, { email, password: 'wrong horse' }).catch(() => {});
    return performance.now() - start;
  };
  const [known, unknown] = [await time(login.email), await time('nobody@example.com')];
  // Without a hash to check, the refusal takes less than a hundredth of the time.
  expect(unknown).toBeGreaterThan(known / 5);
});
