import { expect, test } from 'bun:test';
import { setUp } from '../../../src/core/access/local-owner.ts';
import { hashPassword, verifyPassword } from '../../../src/core/access/passwords.ts';
import { findSession, logIn, logOut } from '../../../src/core/access/sessions.ts';
import { createUser } from '../../../src/core/access/users.ts';
import { drawCode } from '../../../src/core/notify/verify.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { realHashes } from '../../support/machine/hashes.ts';

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
  const { commit } = inbox.store;
  // It expires between the read that finds it and the write that renews it.
  inbox.store.commit = (write) => {
    inbox.clock.advance(1);
    inbox.store.commit = commit;
    return commit(write);
  };
  expect(await findSession(inbox, session)).toMatchObject({ renewed: true });
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
  using _ = realHashes();
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

test('hashes passwords and codes with 19 MiB and two passes', async () => {
  using _ = realHashes();
  const [password, { hash: code }] = await Promise.all([hashPassword('correct horse'), drawCode()]);
  for (const hash of [password, code]) expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
});

const forms: [what: string, set: string, typed: string][] = [
  ['decomposed letters', 'Zürich im Frühling', 'Zürich im Frühling'.normalize('NFD')],
  ['composed letters', 'Zürich im Frühling'.normalize('NFD'), 'Zürich im Frühling'],
  ['full-width letters', 'tulips in spring', 'ｔｕｌｉｐｓ　ｉｎ　ｓｐｒｉｎｇ'],
  ['no-break blanks', 'tulips in spring', 'tulips\u00a0in\u2003spring'],
  ['blanks of Ogham', 'tulips\u1680in spring', 'tulips in spring'],
  ['Hangul', '비밀번호는 튤립입니다', '비밀번호는 튤립입니다'.normalize('NFD')],
];

test.each(forms)('takes a password with %s for the same', async (_, set, typed) => {
  const hash = await hashPassword(set);
  expect(await verifyPassword(typed, hash)).toBe(hash);
});

/** Stores the owner's password as it is typed, as an earlier version did. */
async function storeAsTyped(inbox: TestInbox, password: string): Promise<void> {
  await loggedIn(inbox);
  const passwordHash = await Bun.password.hash(password);
  await inbox.store.commit((tx) => tx.updateTable('users').set({ passwordHash }).execute());
}

const earlier = [
  'Zürich im Frühling',
  'Zürich im Frühling'.normalize('NFD'),
  'ｔｕｌｉｐｓ５６７８',
];

test.each(earlier)(
  'hashes %j, which an earlier version stored as it was typed, again at a login',
  async (password) => {
    await using inbox = await testInbox();
    await storeAsTyped(inbox, password);
    const { email } = login;
    const both = [logIn(inbox, { email, password }), logIn(inbox, { email, password })];
    expect(await Promise.all(both)).toHaveLength(2);
    const { passwordHash } = await inbox.store.read
      .selectFrom('users')
      .select('passwordHash')
      .executeTakeFirstOrThrow();
    expect(await Bun.password.verify(password.normalize('NFKC'), passwordHash ?? '')).toBe(true);
    const otherForm = password.normalize('NFKC').normalize('NFD');
    expect(await logIn(inbox, { email, password: otherForm })).toHaveProperty('session');
  },
);

test('counts one failure for a wrong password, in however many forms it is tried', async () => {
  await using inbox = await testInbox();
  await storeAsTyped(inbox, login.password);
  const from = { visit: { via: 'api', address: '192.0.2.1' }, isLimited: true } as const;
  const wrong = { email: login.email, password: 'Ｚürich im Fru\u0308hling' };
  for (let tried = 0; tried < 5; tried++) {
    await expect(logIn(inbox, wrong, from)).rejects.toThrow('Incorrect');
  }
  await expect(logIn(inbox, wrong, from)).rejects.toThrow('Too many failed attempts');
});
