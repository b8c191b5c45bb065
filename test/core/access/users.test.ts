import { expect, test } from 'bun:test';
import { authenticate } from '../../../src/core/access/authenticate.ts';
import { localOrigin } from '../../../src/core/access/callers.ts';
import { CreateUser, type UpdateUser } from '../../../src/core/access/schema.ts';
import { findSession, logIn } from '../../../src/core/access/sessions.ts';
import { createToken } from '../../../src/core/access/tokens.ts';
import {
  createUser,
  humanById,
  listUsers,
  removeUser,
  updateUser,
} from '../../../src/core/access/users.ts';
import { InboxError } from '../../../src/core/errors.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const password = 'correct horse';
const add = (inbox: TestInbox, input: object = {}) =>
  createUser(
    inbox,
    inbox.owner,
    CreateUser.parse({ email: 'Rita@Example.com', name: 'Rita', password, ...input }),
  );
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => (error instanceof InboxError ? error.code : error),
  );

test('gives a reviewer the listed channels, without duplicates', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.channel();
  await inbox.channel();
  const rita = await add(inbox, { channels: [id, id] });
  expect(rita).toEqual({
    id: rita.id,
    email: 'rita@example.com',
    name: 'Rita',
    role: 'reviewer',
    channels: [id],
    disabled: false,
    createdAt: '2030-01-02T12:00:00.000Z',
    updatedAt: '2030-01-02T12:00:00.000Z',
  });
  expect((await listUsers(inbox, inbox.owner)).map((user) => user.id)).toContain(rita.id);
  expect(await humanById(inbox, rita.id, localOrigin())).toMatchObject({
    role: 'reviewer',
    channels: [id],
  });
});

test('refuses an unknown channel, or all channels, for a reviewer', async () => {
  await using inbox = await testInbox();
  expect(await codeOf(add(inbox, { channels: ['unknown'] }))).toBe('invalid');
  expect(await codeOf(add(inbox, { channels: 'all' }))).toBe('invalid');
  expect(await listUsers(inbox, inbox.owner)).toHaveLength(1);
});

test('gives an owner who becomes a reviewer no channels', async () => {
  await using inbox = await testInbox();
  const { id: channel } = await inbox.channel();
  const { id } = await add(inbox, { channels: [channel] });
  const owner = await updateUser(inbox, inbox.owner, id, { role: 'owner' });
  expect(owner.channels).toBe('all');
  const again = await updateUser(inbox, inbox.owner, id, { role: 'reviewer' });
  expect(again.channels).toEqual([]);
});

test('refuses an e-mail address that another user has', async () => {
  await using inbox = await testInbox();
  const rita = await add(inbox);
  expect(await codeOf(add(inbox, { email: 'RITA@example.com' }))).toBe('conflict');
  const { id } = await add(inbox, { email: 'sam@example.com' });
  const email = 'rita@example.com';
  expect(await codeOf(updateUser(inbox, inbox.owner, id, { email }))).toBe('conflict');
  expect(await codeOf(updateUser(inbox, inbox.owner, rita.id, { email }))).toBe('done');
});

const lastOwner: [what: string, change: UpdateUser | null][] = [
  ['demoted', { role: 'reviewer' }],
  ['disabled', { disabled: true }],
  ['removed', null],
];

test.each(lastOwner)('never leaves the last owner %s', async (_, change) => {
  await using inbox = await testInbox();
  const { userId } = inbox.owner;
  const take = () =>
    codeOf(
      change
        ? updateUser(inbox, inbox.owner, userId, change)
        : removeUser(inbox, inbox.owner, userId),
    );
  const { id } = await add(inbox, { role: 'owner' });
  await updateUser(inbox, inbox.owner, id, { disabled: true });
  expect(await take()).toBe('conflict');
  await updateUser(inbox, inbox.owner, id, { disabled: false });
  expect(await take()).toBe('done');
});

test('leaves one of 2 owners who remove each other at the same moment', async () => {
  await using inbox = await testInbox();
  const { id } = await add(inbox, { role: 'owner' });
  const results = await Promise.all(
    [id, inbox.owner.userId].map((one) => codeOf(removeUser(inbox, inbox.owner, one))),
  );
  expect(results.sort()).toEqual(['conflict', 'done']);
  expect(await listUsers(inbox, inbox.owner)).toHaveLength(1);
});

const ends: [what: string, change: UpdateUser | null][] = [
  ['disabling a user', { disabled: true }],
  ['removing a user', null],
  ['a new password', { password: 'another horse' }],
];

test.each(ends)('ends sessions and tokens immediately after %s', async (_, change) => {
  await using inbox = await testInbox();
  const { id, email } = await add(inbox);
  const { session } = await logIn(inbox, { email: 'rita@example.com', password });
  const { token } = await createToken(inbox, inbox.owner, { name: 'T', email: email ?? '' });
  const events = recordEvents(inbox);
  await (change ? updateUser(inbox, inbox.owner, id, change) : removeUser(inbox, inbox.owner, id));
  expect(await findSession(inbox, session)).toBeNull();
  expect(await authenticate(inbox, token)).toBeNull();
  expect(events).toEqual([{ name: 'access:changed', payload: { userId: id } }]);
});

test('requires a new login after a user is enabled again', async () => {
  await using inbox = await testInbox();
  const { id } = await add(inbox);
  const login = { email: 'rita@example.com', password };
  const { session } = await logIn(inbox, login);
  const old = await createToken(inbox, inbox.owner, { name: 'T', email: login.email });
  await updateUser(inbox, inbox.owner, id, { disabled: true });
  expect(await humanById(inbox, id, localOrigin())).toBeNull();
  expect(await codeOf(logIn(inbox, login))).toBe('unauthenticated');
  const token = createToken(inbox, inbox.owner, { name: 'T', email: login.email });
  expect(await codeOf(token)).toBe('invalid');
  await updateUser(inbox, inbox.owner, id, { disabled: false });
  expect(await findSession(inbox, session)).toBeNull();
  expect(await authenticate(inbox, old.token)).toBeNull();
  expect(await codeOf(logIn(inbox, login))).toBe('done');
});

test.each([null, { disabled: true }])(
  'issues no token to a user whose access has ended (%p)',
  async (change) => {
    await using inbox = await testInbox();
    const { id, email } = await add(inbox);
    const rita = await humanById(inbox, id, localOrigin());
    if (!rita) throw new Error(`${email} is unknown`);
    await (change
      ? updateUser(inbox, inbox.owner, id, change)
      : removeUser(inbox, inbox.owner, id));
    expect(await codeOf(createToken(inbox, rita, { name: 'T' }))).toBe('unauthenticated');
  },
);

test('changes only the given field', async () => {
  await using inbox = await testInbox();
  const { id: channel } = await inbox.channel();
  const before = await add(inbox, { channels: [channel] });
  inbox.clock.advance(1000);
  const after = await updateUser(inbox, inbox.owner, before.id, { name: 'Rita R.' });
  expect(after).toEqual({ ...before, name: 'Rita R.', updatedAt: '2030-01-02T12:00:01.000Z' });
  expect(await codeOf(logIn(inbox, { email: 'rita@example.com', password }))).toBe('done');
});

test('reports an unknown user as not found', async () => {
  await using inbox = await testInbox();
  expect(await codeOf(updateUser(inbox, inbox.owner, 'unknown', {}))).toBe('not_found');
  expect(await codeOf(removeUser(inbox, inbox.owner, 'unknown'))).toBe('not_found');
});
