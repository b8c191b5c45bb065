import { expect, test } from 'bun:test';
import { LOCAL_ANSWERS } from '../../src/core/access/local-answers.ts';
import { localOwner, setUp } from '../../src/core/access/local-owner.ts';
import type { NewToken } from '../../src/core/access/schema.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import { keepSetUpToken } from '../../src/core/access/set-up-link.ts';
import { NO_ATTENTION } from '../../src/core/notify/schema.ts';
import { writeState } from '../../src/storage/state.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { formOf } from '../support/inbox/files.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

const OWNER = { email: 'ada@example.org', password: 'correct horse battery' };
const option = { response: { selectedOption: 'approve' } };

type Send = Awaited<ReturnType<typeof appOf>>;
type Headers = Record<string, string>;
/** The targets of a request, created for each. */
type Targets = Record<
  'channelId' | 'messageId' | 'tokenId' | 'userId' | 'userCode' | 'contactId',
  string
>;
type Verb = (send: Send, as: Headers, to: Targets) => Promise<Response>;

const post =
  (path: (to: Targets) => string, body: (to: Targets) => unknown, method = 'POST'): Verb =>
  (send, as, to) =>
    send(path(to), { ...jsonBody(body(to), as), method });
const get =
  (path: string): Verb =>
  (send, headers) =>
    send(path, { headers });
const upload = (path: string): Verb => {
  const file = new File(['hello'], 'hello.txt');
  return (send, headers, { channelId }) =>
    send(path, { method: 'POST', headers, body: formOf(['channelId', channelId], ['file', file]) });
};

/** Calls that ask, and calls that manage what cannot decide; statuses for a local person and a local agent. */
const open: [what: string, verb: Verb, person: number, agent: number][] = [
  ['read messages', get('/messages'), 200, 200],
  ['read pending questions', get('/reviews/pending'), 200, 200],
  ['read keys', get('/keys'), 200, 403],
  ['read tokens', get('/tokens?all=true'), 200, 403],
  ['read users', get('/users'), 200, 403],
  [
    'ask',
    post(
      () => '/messages',
      ({ channelId }) => ({ channelId, review: { type: 'approval' } }),
    ),
    403,
    201,
  ],
  ['store a file', upload('/files/store'), 201, 201],
  [
    'create a channel',
    post(
      () => '/agents',
      () => ({ name: 'New' }),
    ),
    201,
    201,
  ],
  [
    'change a channel',
    post(
      ({ channelId }) => `/agents/${channelId}`,
      () => ({ name: 'N' }),
      'PATCH',
    ),
    200,
    403,
  ],
  [
    'create a key',
    post(
      () => '/keys',
      () => ({ name: 'New' }),
    ),
    201,
    403,
  ],
  [
    'turn local answers off',
    post(
      () => '/local-answers',
      () => ({ localAnswers: 'off' }),
    ),
    200,
    403,
  ],
];

/**
 * Actions that decide, or grant the power to; with the status for a person who has logged in as an
 * owner.
 */
const closed: [what: string, verb: Verb, loggedIn: number][] = [
  [
    'answer',
    post(
      ({ messageId }) => `/reviews/${messageId}/respond`,
      () => option,
    ),
    200,
  ],
  [
    'mark as seen',
    post(
      ({ messageId }) => `/reviews/${messageId}/seen`,
      () => ({}),
    ),
    200,
  ],
  [
    'mark as read',
    post(
      ({ messageId }) => `/reviews/${messageId}/read`,
      () => ({}),
    ),
    200,
  ],
  [
    'mark as unread',
    post(
      ({ messageId }) => `/reviews/${messageId}/read`,
      () => ({}),
      'DELETE',
    ),
    200,
  ],
  [
    'write as a person',
    post(
      () => '/messages',
      ({ channelId }) => ({ channelId, text: 'Go' }),
    ),
    201,
  ],
  ['upload as a person', upload('/files/upload'), 201],
  [
    'create a token',
    post(
      () => '/tokens',
      () => ({ name: 'New' }),
    ),
    201,
  ],
  [
    'create a token for another',
    post(
      () => '/tokens',
      () => ({ name: 'N', email: 'rita@example.org' }),
    ),
    201,
  ],
  [
    'revoke a token',
    (send, headers, { tokenId }) => send(`/tokens/${tokenId}`, { method: 'DELETE', headers }),
    200,
  ],
  [
    'add a user',
    post(
      () => '/users',
      () => ({ email: 'new@example.org', name: 'New', role: 'owner' }),
    ),
    201,
  ],
  [
    'reset a password',
    post(
      ({ userId }) => `/users/${userId}`,
      () => ({ password: 'tulips in spring' }),
      'PATCH',
    ),
    200,
  ],
  [
    'end a session',
    (send, headers) => send('/auth/sessions/unknown', { method: 'DELETE', headers }),
    404,
  ],
  [
    'change their name',
    post(
      () => '/auth/session',
      () => ({ name: 'Christopher' }),
      'PATCH',
    ),
    200,
  ],
  [
    'add a contact',
    post(
      () => '/contacts',
      () => ({ kind: 'ntfy', address: 'https://ntfy.example/other' }),
    ),
    201,
  ],
  [
    'change a contact',
    post(
      ({ contactId }) => `/contacts/${contactId}`,
      () => ({ disabled: true }),
      'PATCH',
    ),
    200,
  ],
  [
    'verify a contact',
    post(
      ({ contactId }) => `/contacts/${contactId}/verify`,
      () => ({ code: '123456' }),
    ),
    400,
  ],
  [
    'remove a contact',
    (send, headers, { contactId }) => send(`/contacts/${contactId}`, { method: 'DELETE', headers }),
    200,
  ],
  [
    'change their quiet hours',
    post(
      () => '/attention',
      () => NO_ATTENTION,
      'PUT',
    ),
    200,
  ],
  [
    'change a ladder',
    post(
      ({ channelId }) => `/agents/${channelId}/ladder`,
      () => ({ steps: [] }),
      'PUT',
    ),
    200,
  ],
  [
    'remove a user',
    (send, headers, { userId }) => send(`/users/${userId}`, { method: 'DELETE', headers }),
    200,
  ],
  [
    'set up',
    post(
      () => '/auth/setup',
      () => OWNER,
    ),
    409,
  ],
  [
    'approve a device',
    post(
      () => '/auth/device/approve',
      ({ userCode }) => ({ userCode }),
    ),
    200,
  ],
  [
    'deny a device',
    post(
      () => '/auth/device/deny',
      ({ userCode }) => ({ userCode }),
    ),
    200,
  ],
  [
    'turn local answers on',
    post(
      () => '/local-answers',
      () => ({ localAnswers: 'on' }),
    ),
    200,
  ],
  [
    'change the password',
    post(
      () => '/auth/password',
      () => ({ current: OWNER.password, next: 'tulips in spring' }),
    ),
    200,
  ],
];

const credentials = {
  'the local secret': 'local',
  'a token made with it': 'local',
  'a token made with such a token': 'local',
  'a token of an older version': 'local',
  'a session': 'logged in',
  'a token made by a session': 'logged in',
  'a token made with such a token, approved as a device': 'logged in',
} as const;
type Name = keyof typeof credentials;

/** Each credential as it is made while local answers are on; then they are turned off. */
async function credentialsOf(inbox: TestInbox, send: Send): Promise<Record<Name, Headers>> {
  const { id } = await setUp(inbox, await localOwner(inbox), OWNER);
  const cookie = {
    cookie: `inbox_session=${await beginSession(inbox, id)}`,
    'sec-fetch-site': 'same-origin',
  };
  const local = { authorization: 'Bearer local' };
  const token = async (as: Headers) => {
    const made = (await (await send('/tokens', jsonBody({ name: 'T' }, as))).json()) as NewToken;
    return { authorization: `Bearer ${made.token}`, id: made.id };
  };
  const device = async (as: Headers) => {
    const begun = await (await send('/auth/device', jsonBody({ name: 'pi' }))).json();
    const { deviceCode, userCode } = begun as { deviceCode: string; userCode: string };
    await send('/auth/device/approve', jsonBody({ userCode }, as));
    const outcome = await send('/auth/device/token', jsonBody({ deviceCode }));
    const { token } = (await outcome.json()) as { token: NewToken };
    return { authorization: `Bearer ${token.token}` };
  };
  const [madeLocally, bySession, old] = [
    await token(local),
    await token(cookie),
    await token(cookie),
  ];
  await inbox.store.commit((tx) =>
    tx.updateTable('tokens').set({ madeBy: null, isLocal: 1 }).where('id', '=', old.id).execute(),
  );
  const all = {
    'the local secret': local,
    'a token made with it': madeLocally,
    'a token made with such a token': await token(madeLocally),
    'a token of an older version': old,
    'a session': cookie,
    'a token made by a session': bySession,
    'a token made with such a token, approved as a device': await device(bySession),
  };
  await send('/local-answers', jsonBody({ localAnswers: 'off' }, local));
  return all;
}

async function targets(inbox: TestInbox, send: Send, as: Headers): Promise<Targets> {
  const { id: channelId } = await inbox.channel();
  const { id: messageId } = await inbox.send({ channelId, review: { type: 'approval' } });
  const json = async (path: string, body: object) =>
    (await (await send(path, jsonBody(body, as))).json()) as { id: string; userCode: string };
  const rita = { email: 'rita@example.org', name: 'Rita' };
  const { id: tokenId } = await json('/tokens', { name: 'T' });
  const { id: userId } = await json('/users', rita);
  const { userCode } = await json('/auth/device', { name: 'pi' });
  const contact = { kind: 'ntfy', address: 'https://ntfy.example/my-inbox' };
  const { id: contactId } = await json('/contacts', contact);
  return { channelId, messageId, tokenId, userId, userCode, contactId };
}

test.each(Object.entries(credentials))(
  'treats %s as %s while local answers are off',
  async (name, kind) => {
    await using inbox = await testInbox();
    const send = await appOf(inbox);
    const all = await credentialsOf(inbox, send);
    const as = all[name as Name];
    const statuses: [string, number][] = [];
    const expected: [string, number][] = [];
    for (const [what, verb, loggedIn] of closed) {
      const to = await targets(inbox, send, all['a session']);
      const answer = await verb(send, as, to);
      statuses.push([what, answer.status]);
      expected.push([what, kind === 'local' ? 403 : loggedIn]);
      if (kind === 'local')
        expect((await answer.json()) as object).toHaveProperty(
          'message',
          expect.stringContaining('Local answers are off'),
        );
      for (const user of ['rita@example.org', 'new@example.org']) {
        await inbox.store.commit((tx) =>
          tx.deleteFrom('users').where('email', '=', user).execute(),
        );
      }
      await send('/local-answers', jsonBody({ localAnswers: 'off' }, all['the local secret']));
    }
    expect(statuses).toEqual(expected);
    if (kind === 'logged in') return;
    const to = await targets(inbox, send, all['a session']);
    for (const [what, verb, status] of open) {
      expect([what, (await verb(send, as, to)).status]).toEqual([what, status]);
    }
  },
);

test('lets the local secret as an API key ask while local answers are off', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  const all = await credentialsOf(inbox, send);
  const to = await targets(inbox, send, all['a session']);
  const as = { 'x-api-key': 'local' };
  for (const [what, verb, , status] of open) {
    expect([what, (await verb(send, as, to)).status]).toEqual([what, status]);
  }
});

test('lets the local secret and its tokens answer while local answers are on', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  const all = await credentialsOf(inbox, send);
  await send('/local-answers', jsonBody({ localAnswers: 'on' }, all['a session']));
  for (const name of ['the local secret', 'a token made with it'] as const) {
    const { messageId } = await targets(inbox, send, all['a session']);
    const answered = await send(`/reviews/${messageId}/respond`, jsonBody(option, all[name]));
    expect(answered.status).toBe(200);
    await inbox.store.commit((tx) =>
      tx.deleteFrom('users').where('email', '=', 'rita@example.org').execute(),
    );
  }
});

test('refuses a local answer as soon as another process has turned local answers off', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  const { id } = await inbox.send({ review: { type: 'approval' } });
  await inbox.store.commit((tx) => writeState(tx, LOCAL_ANSWERS, 'off'));
  const local = { authorization: 'Bearer local' };
  const answered = await send(`/reviews/${id}/respond`, jsonBody(option, local));
  expect(answered.status).toBe(403);
  const shown = await send('/local-answers', { headers: local });
  expect((await shown.json()) as object).toEqual({ localAnswers: 'off', setting: 'on' });
});

test('accepts the setup link while local answers are off', async () => {
  await using inbox = await testInbox({ localAnswers: 'off' });
  await keepSetUpToken(inbox, 'once');
  const send = await appOf(inbox);
  const local = { authorization: 'Bearer local' };
  expect((await send('/auth/setup', jsonBody(OWNER, local))).status).toBe(403);
  expect((await send('/auth/setup', jsonBody({ ...OWNER, token: 'once' }))).status).toBe(201);
  expect((await send('/auth/login', jsonBody(OWNER))).status).toBe(200);
});

test('keeps local answers off across a start without the setting, and refuses to turn them on with it', async () => {
  await using inbox = await testInbox({ localAnswers: 'off' });
  const state = async (of: TestInbox) =>
    (
      await (
        await appOf(of)
      )('/local-answers', { headers: { authorization: 'Bearer local' } })
    ).json();
  expect(await state(inbox)).toEqual({ localAnswers: 'off', setting: 'off' });
  const { id } = await inbox.store.read.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const lift = async (of: TestInbox) => {
    const cookie = `inbox_session=${await beginSession(of, id)}`;
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    return (await appOf(of))('/local-answers', jsonBody({ localAnswers: 'on' }, headers));
  };
  expect((await lift(inbox)).status).toBe(409);
  const again = await inbox.restart({ localAnswers: 'on' });
  expect(await state(again)).toEqual({ localAnswers: 'off', setting: 'on' });
  expect((await lift(again)).status).toBe(200);
  const third = await again.restart({ localAnswers: 'on' });
  expect(await state(third)).toEqual({ localAnswers: 'on', setting: 'on' });
  const entries = await third.store.read
    .selectFrom('audit')
    .select(['actorKind', 'detail'])
    .where('subjectName', '=', 'localAnswers')
    .orderBy('seq')
    .execute();
  expect(entries).toEqual([
    { actorKind: 'system', detail: '{"to":"off"}' },
    { actorKind: 'user', detail: '{"to":"on"}' },
  ]);
  await third.close();
});

test('records use of the local secret once an hour, even across restarts', async () => {
  await using inbox = await testInbox();
  const used = async (of: TestInbox) => {
    const send = await appOf(of);
    for (const headers of [{ authorization: 'Bearer local' }, { 'x-api-key': 'local' }]) {
      await send('/messages', { headers });
    }
    // Commits are in order: what was noted before this is there.
    await of.channel();
    const rows = of.store.read
      .selectFrom('audit')
      .select('actorKind')
      .where('action', '=', 'local.used');
    return (await rows.execute()).map((row) => row.actorKind);
  };
  expect(await used(inbox)).toEqual(['local']);
  inbox.clock.advance(59 * 60_000);
  const again = await inbox.restart();
  expect(await used(again)).toEqual(['local']);
  inbox.clock.advance(60_000);
  expect(await used(again)).toEqual(['local', 'local']);
  await again.close();
});
