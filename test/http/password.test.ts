import { expect, test } from 'bun:test';
import { localOwner, setUp } from '../../src/core/access/local-owner.ts';
import type { NewToken } from '../../src/core/access/schema.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

const OWNER = {
  email: 'christopher@example.org',
  password: 'correct horse battery',
  name: 'Chris',
};
const change = { current: OWNER.password, next: 'tulips in spring' };

async function withOwner(inbox: TestInbox) {
  const send = await appOf(inbox, { rateLimit: 100 });
  const { id } = await setUp(inbox, await localOwner(inbox), OWNER);
  const session = async () => ({
    cookie: `inbox_session=${await beginSession(inbox, id)}`,
    'sec-fetch-site': 'same-origin',
  });
  const token = async (as: Record<string, string>) => {
    const made = (await (await send('/tokens', jsonBody({ name: 'T' }, as))).json()) as NewToken;
    return { authorization: `Bearer ${made.token}` };
  };
  const holds = async (headers: Record<string, string>) =>
    (await send('/auth/session', { headers })).status === 200;
  const post = async (body: object, as: Record<string, string>) => {
    const answer = await send('/auth/password', jsonBody(body, as));
    return { status: answer.status, body: (await answer.json()) as object };
  };
  const logsIn = async (password: string) =>
    (await send('/auth/login', jsonBody({ email: OWNER.email, password }))).status === 200;
  return { session, token, holds, post, logsIn };
}

test('ends all other sessions and all tokens, and accepts only the new password', async () => {
  await using inbox = await testInbox();
  const { session, token, holds, post, logsIn } = await withOwner(inbox);
  const [own, other] = [await session(), await session()];
  const laptop = await token(own);
  expect(await post(change, own)).toEqual({ status: 200, body: { changed: true } });
  expect([await holds(own), await holds(other), await holds(laptop)]).toEqual([true, false, false]);
  expect([await logsIn(change.current), await logsIn(change.next)]).toEqual([false, true]);
  const entry = await inbox.store.read
    .selectFrom('audit')
    .select(['actorKind', 'subjectName', 'detail'])
    .where('action', '=', 'password.changed')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    actorKind: 'user',
    subjectName: 'Chris',
    detail: '{"ended":{"sessions":1,"tokens":1}}',
  });
});

test('ends the token that changes the password', async () => {
  await using inbox = await testInbox();
  const { session, token, holds, post } = await withOwner(inbox);
  const own = await session();
  const laptop = await token(own);
  expect((await post(change, laptop)).status).toBe(200);
  expect([await holds(laptop), await holds(own)]).toEqual([false, false]);
});

test('refuses and counts a wrong current password, and changes nothing', async () => {
  await using inbox = await testInbox();
  const { session, post, holds, logsIn } = await withOwner(inbox);
  const own = await session();
  const wrong = { ...change, current: 'wrong horse battery' };
  for (let turn = 0; turn < 5; turn++) {
    expect(await post(wrong, own)).toEqual({
      status: 403,
      body: { statusCode: 403, message: 'Incorrect current password' },
    });
  }
  expect((await post(change, own)).status).toBe(429);
  expect([await holds(own), await logsIn(change.current)]).toEqual([true, true]);
});

const refused: [password: string, says: string][] = [
  ['short', 'at least 10 characters'],
  ['1234567890', 'too common'],
  ['Password123', 'too common'],
  [' QWERTYUIOP ', 'too common'],
  ['christopher@example.org', 'e-mail address'],
  ['Christopher', 'e-mail address'],
];

test.each(refused)('refuses the password %p wherever one is set', async (password, says) => {
  await using inbox = await testInbox();
  const { session, post } = await withOwner(inbox);
  const send = await appOf(inbox);
  const own = await session();
  const reported = (body: object, field: string) =>
    expect(body).toMatchObject({
      errors: [{ path: [field], message: expect.stringContaining(says) }],
    });
  reported((await post({ ...change, next: password }, own)).body, 'next');
  const name = 'New';
  const email = OWNER.email.replace('org', 'com');
  const addressed = says === 'e-mail address' ? password.replace('.org', '.com') : password;
  const added = await send('/users', jsonBody({ email, name, password: addressed }, own));
  reported((await added.json()) as object, 'password');
  const id = inbox.owner.userId;
  const reset = await send(`/users/${id}`, { ...jsonBody({ password }, own), method: 'PATCH' });
  reported((await reset.json()) as object, 'password');
  await using fresh = await testInbox();
  const first = { email: OWNER.email, password };
  const set = await (await appOf(fresh))(
    '/auth/setup',
    jsonBody(first, { authorization: 'Bearer local' }),
  );
  reported((await set.json()) as object, 'password');
});
