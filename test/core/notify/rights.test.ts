import { expect, test } from 'bun:test';
import { authenticate } from '../../../src/core/access/authenticate.ts';
import type { Human } from '../../../src/core/access/callers.ts';
import { setLocalAnswers } from '../../../src/core/access/local-answers.ts';
import { changePassword } from '../../../src/core/access/own-password.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
} from '../../../src/core/access/own-sessions.ts';
import { beginSession, findSession, logOut } from '../../../src/core/access/sessions.ts';
import { createToken, removeToken } from '../../../src/core/access/tokens.ts';
import { updateUser } from '../../../src/core/access/users.ts';
import { listContacts, updateContact } from '../../../src/core/notify/contacts.ts';
import { testQuestion } from '../../support/reach/question.ts';

type Question = Awaited<ReturnType<typeof testQuestion>>;

const password = 'correct horse battery';

/** Ann with a session, another one and a token, and a contact that each of them added. */
async function testRights() {
  const question = await testQuestion();
  const { inbox, ann, contactOf } = question;
  await updateUser(inbox, inbox.owner, ann.userId, { password });
  const enter = async () => {
    const secret = await beginSession(inbox, ann.userId);
    const found = await findSession(inbox, secret);
    if (!found) throw new Error('The session is missing');
    return { secret, caller: found.caller };
  };
  const [session, other] = [await enter(), await enter()];
  const { token, id: tokenId } = await createToken(inbox, session.caller, { name: 'phone' });
  const holder = (await authenticate(inbox, token)) as Human;
  const contacts = {
    session: await contactOf(session.caller, { address: 'by-session' }),
    other: await contactOf(other.caller, { address: 'by-other' }),
    token: await contactOf(holder, { address: 'by-token' }),
  };
  /** Which of the contacts may answer: a link that was sent before is pressed there. */
  const answering = async () => {
    const names: string[] = [];
    for (const { id, answers } of await listContacts(inbox, session.caller)) {
      const [name] = Object.entries(contacts).find(([, own]) => own === id) ?? [];
      if (name && answers) names.push(name);
    }
    return names.sort();
  };
  return { ...question, session, other, tokenId, holder, contacts, answering };
}

type Rights = Awaited<ReturnType<typeof testRights>>;
const sessionOf = async ({ inbox, other }: Rights) => {
  const all = await listSessions(inbox, other.caller, other.secret);
  return all.find(({ isCurrent }) => isCurrent)?.id ?? '';
};

const ends: [what: string, end: (rights: Rights) => Promise<unknown>, left: string[]][] = [
  [
    'a session that its user ends',
    async (rights) => endSession(rights.inbox, rights.session.caller, await sessionOf(rights)),
    ['session', 'token'],
  ],
  [
    'the sessions that a user ends elsewhere',
    ({ inbox, session }) => endOtherSessions(inbox, session.caller, session.secret),
    ['session', 'token'],
  ],
  [
    'a session that is logged out',
    ({ inbox, other }) => logOut(inbox, other.caller, other.secret),
    ['session', 'token'],
  ],
  [
    'a token that its user revokes',
    ({ inbox, session, tokenId }) => removeToken(inbox, session.caller, tokenId),
    ['other', 'session'],
  ],
  [
    'a token that an owner revokes',
    ({ inbox, tokenId }) => removeToken(inbox, inbox.owner, tokenId),
    ['other', 'session'],
  ],
  [
    'a changed password',
    ({ inbox, session }) =>
      changePassword(
        inbox,
        session.caller,
        { current: password, next: 'another horse battery' },
        session.secret,
      ),
    [],
  ],
  [
    'a password that an owner resets',
    ({ inbox, ann }) =>
      updateUser(inbox, inbox.owner, ann.userId, { password: 'reset by an owner' }),
    [],
  ],
  [
    'a user who is disabled, and enabled again',
    async ({ inbox, ann }) => {
      await updateUser(inbox, inbox.owner, ann.userId, { disabled: true });
      await updateUser(inbox, inbox.owner, ann.userId, { disabled: false });
    },
    [],
  ],
  [
    'no session or token that merely expires',
    async ({ inbox }) => inbox.clock.advance(100 * 24 * 60 * 60 * 1000),
    ['other', 'session', 'token'],
  ],
];

test.each(ends)('ends answers at a contact with %s', async (_, end, left) => {
  await using rights = await testRights();
  const { inbox, contacts, links, answering } = rights;
  const sent = Object.entries(contacts).map(async ([name, id]) => [name, await links(id)] as const);
  const before = await Promise.all(sent);
  expect(await answering()).toEqual(['other', 'session', 'token']);
  await end(rights);
  expect(await answering()).toEqual(left);
  for (const [name, [link]] of before) {
    const offered = await links(contacts[name as keyof typeof contacts]);
    expect([name, offered.length > 0]).toEqual([name, left.includes(name)]);
    if (!left.includes(name)) await expect(rights.press(link)).rejects.toThrow('no longer valid');
  }
  expect(await said(inbox)).toEqual(left.length === 3 ? [] : closedBut(contacts, left));
});

const closedBut = (contacts: Rights['contacts'], left: string[]) =>
  Object.entries(contacts)
    .flatMap(([name, id]) => (left.includes(name) ? [] : [id]))
    .sort();

/** The contacts at which it is said that answers have ended, each once. */
async function said({ store }: Question['inbox']) {
  const rows = await store.read
    .selectFrom('notices')
    .select('contactId')
    .where('what', '=', 'closes')
    .where('contactId', 'in', ({ selectFrom }) =>
      selectFrom('contacts').select('id').where('address', 'like', 'by-%'),
    )
    .orderBy('contactId')
    .execute();
  return rows.map(({ contactId }) => contactId);
}

test('allows answers again for the credential that allows them, and only that ends them', async () => {
  await using rights = await testRights();
  const { inbox, session, contacts, tokenId, answering, links } = rights;
  await removeToken(inbox, session.caller, tokenId);
  const [closed] = (await listContacts(inbox, session.caller)).filter(
    ({ id }) => id === contacts.token,
  );
  expect(closed).toMatchObject({ answers: false, answersEnded: { by: 'token' }, disabledAt: null });
  // The form of an unrelated change sends it, too.
  await updateContact(inbox, session.caller, contacts.token, { name: 'Phone', answers: false });
  const again = await updateContact(inbox, session.caller, contacts.token, { answers: true });
  expect(again).toMatchObject({ name: 'Phone', answers: true, answersEnded: null });
  expect(await links(contacts.token)).toHaveLength(2);
  await endOtherSessions(inbox, session.caller, session.secret);
  expect(await answering()).toEqual(['session', 'token']);
  await logOut(inbox, session.caller, session.secret);
  expect(await answering()).toEqual([]);
});

test('ends the answers of an earlier version with the next credential of its user, and of nobody else', async () => {
  await using rights = await testRights();
  const { inbox, session, tokenId, answering, contactOf } = rights;
  await inbox.store.commit((tx) => tx.updateTable('contacts').set({ madeBy: null }).execute());
  const own = await contactOf(inbox.owner, { address: 'owners' });
  await createToken(inbox, inbox.owner, { name: 'other' }).then(({ id }) =>
    removeToken(inbox, inbox.owner, id),
  );
  expect(await answering()).toEqual(['other', 'session', 'token']);
  await removeToken(inbox, session.caller, tokenId);
  expect(await answering()).toEqual([]);
  const [kept] = (await listContacts(inbox, inbox.owner)).filter(({ id }) => id === own);
  expect(kept?.answers).toBe(true);
});

test('ends what was added without a login while local answers are off, and only for as long', async () => {
  await using rights = await testRights();
  const { inbox, contactOf, answering } = rights;
  const own = await contactOf(inbox.owner, { address: 'owners' });
  const isAllowed = async () =>
    (await listContacts(inbox, inbox.owner)).find(({ id }) => id === own)?.answers;
  const login = await findSession(inbox, await beginSession(inbox, inbox.owner.userId));
  await setLocalAnswers(inbox, inbox.owner, 'off');
  expect(await isAllowed()).toBe(false);
  expect(await answering()).toEqual(['other', 'session', 'token']);
  await setLocalAnswers(inbox, login?.caller ?? inbox.owner, 'on');
  expect(await isAllowed()).toBe(true);
  const off = await inbox.restart({ localAnswers: 'off' });
  const [again] = (await listContacts(off, off.owner)).filter(({ id }) => id === own);
  expect(again?.answersEnded?.by).toBe('local');
  await off.close();
});

type End = (
  inbox: Question['inbox'],
  owner: Human,
  tokenId: string,
  ann: Human,
) => Promise<unknown>;
const endsBefore: [what: string, end: End][] = [
  ['token is revoked', (inbox, owner, tokenId) => removeToken(inbox, owner, tokenId)],
  [
    'password is reset',
    (inbox, owner, _, { userId }) => updateUser(inbox, owner, userId, { password }),
  ],
];

test.each(endsBefore)(
  'gives no answers back with local answers if the %s while they were off',
  async (_, end) => {
    await using question = await testQuestion();
    const { inbox, ann, contactOf } = question;
    const input = { name: 'local', email: 'ann@example.com' };
    const { token, id: tokenId } = await createToken(inbox, inbox.owner, input);
    const holder = (await authenticate(inbox, token)) as Human;
    const id = await contactOf(holder, { address: 'by-local-token' });
    const login = await findSession(inbox, await beginSession(inbox, inbox.owner.userId));
    const owner = login?.caller ?? inbox.owner;
    await setLocalAnswers(inbox, inbox.owner, 'off');
    await end(inbox, owner, tokenId, ann);
    await setLocalAnswers(inbox, owner, 'on');
    const contact = (await listContacts(inbox, ann)).find((one) => one.id === id);
    expect(contact?.answers).toBe(false);
    expect(await said(inbox)).toEqual([id]);
  },
);
