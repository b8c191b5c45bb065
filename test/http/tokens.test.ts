import { expect, test } from 'bun:test';
import { announceExpired } from '../../src/core/access/expiry.ts';
import { localOwner, setUp } from '../../src/core/access/local-owner.ts';
import { CreateUser, type NewToken, type Token } from '../../src/core/access/schema.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import { createUser } from '../../src/core/access/users.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { recordEvents } from '../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

const DAY_MS = 86_400_000;
const OWNER = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
const RITA = { email: 'rita@example.org', name: 'Rita' };

type Headers = Record<string, string>;

/** An owner with a session, and a reviewer who has tokens only. */
async function people(inbox: TestInbox) {
  const send = await appOf(inbox);
  const owner = await setUp(inbox, await localOwner(inbox), OWNER);
  const rita = await createUser(inbox, inbox.owner, CreateUser.parse(RITA));
  const session = await beginSession(inbox, owner.id);
  const cookie = { cookie: `inbox_session=${session}`, 'sec-fetch-site': 'same-origin' };
  const make = async (input: object = {}, as: Headers = cookie) =>
    (await (await send('/tokens', jsonBody({ name: 'T', ...input }, as))).json()) as NewToken;
  const list = async (query = '', headers: Headers = cookie) =>
    (await (await send(`/tokens${query}`, { headers })).json()) as Token[];
  return { send, owner, rita, cookie, make, list };
}

const bearer = ({ token }: NewToken) => ({ authorization: `Bearer ${token}` });

const lives: [said: object, expiresAt: string | null][] = [
  [{}, '2030-04-02T12:00:00.000Z'],
  [{ expiresAt: 'never' }, null],
  [{ expiresAt: null }, null],
  [{ expiresAt: '2030-01-03T14:00:00+02:00' }, '2030-01-03T12:00:00.000Z'],
];

test.each(lives)('sets the expiry of a token with %p to %p', async (said, expiresAt) => {
  await using inbox = await testInbox();
  const { make } = await people(inbox);
  expect((await make(said)).expiresAt).toBe(expiresAt);
});

test('refuses an expiry in the past or of another format', async () => {
  await using inbox = await testInbox();
  const { send, cookie } = await people(inbox);
  for (const expiresAt of ['2030-01-02T12:00:00.000Z', 'tomorrow']) {
    const answer = await send('/tokens', jsonBody({ name: 'T', expiresAt }, cookie));
    expect(answer.status).toBe(400);
    expect((await answer.json()) as object).toMatchObject({ errors: [{ path: ['expiresAt'] }] });
  }
});

test('refuses a token from the moment it expires, and emits access:changed', async () => {
  await using inbox = await testInbox();
  const { send, make, owner } = await people(inbox);
  const headers = bearer(await make());
  const status = async () => (await send('/auth/session', { headers })).status;
  inbox.clock.advance(90 * DAY_MS - 1);
  expect(await status()).toBe(200);
  const [since, events] = [inbox.clock.now(), recordEvents(inbox)];
  inbox.clock.advance(1);
  expect(await status()).toBe(401);
  await announceExpired(inbox, since, inbox.clock.now());
  expect(events).toEqual([{ name: 'access:changed', payload: { userId: owner.id } }]);
});

test('records when and from where a token was last used, once a minute', async () => {
  await using inbox = await testInbox();
  const { send, make, list } = await people(inbox);
  const token = await make();
  const use = async (address: string, client?: string) => {
    const named = client ? { 'inbox-client': client } : {};
    await send('/messages', { headers: { ...bearer(token), ...named, 'x-test-address': address } });
    // The note is committed before what comes after it.
    await inbox.channel();
    return (await list()).find(({ id }) => id === token.id);
  };
  expect(token).toMatchObject({ lastUsedAt: null, lastUsedFrom: null });
  const first = { via: 'terminal', address: '192.0.2.7' };
  const lastUsedAt = '2030-01-02T12:00:00.000Z';
  expect(await use('192.0.2.7', 'terminal')).toMatchObject({ lastUsedAt, lastUsedFrom: first });
  inbox.clock.advance(59_999);
  expect(await use('192.0.2.8')).toMatchObject({ lastUsedAt, lastUsedFrom: first });
  inbox.clock.advance(1);
  expect(await use('192.0.2.9')).toMatchObject({
    lastUsedAt: '2030-01-02T12:01:00.000Z',
    lastUsedFrom: { via: 'api', address: '192.0.2.9' },
  });
});

test('shows users who created a token for them, when and with what, as does the audit log', async () => {
  await using inbox = await testInbox();
  const { make, list, owner, rita } = await people(inbox);
  const made = await make({ email: RITA.email });
  const hers = await list('', bearer(made));
  expect(hers).toMatchObject([
    { id: made.id, userId: rita.id, madeBy: 'session', maker: { id: owner.id, name: 'Ada' } },
  ]);
  expect(hers[0]).toMatchObject({ isLocal: false, createdAt: '2030-01-02T12:00:00.000Z' });
  const own = await make({}, bearer(made));
  expect(own).toMatchObject({ madeBy: made.id, maker: { id: rita.id, name: 'Rita' } });
  const local = await make({ email: RITA.email }, { authorization: 'Bearer local' });
  expect(local).toMatchObject({ madeBy: 'local', isLocal: true });
  const entries = await inbox.store.read
    .selectFrom('audit')
    .select(['actorKind', 'actorId', 'subjectId', 'detail'])
    .where('action', '=', 'token.created')
    .orderBy('seq')
    .execute();
  expect(
    entries.map(({ detail, ...entry }) => ({ ...entry, ...JSON.parse(detail) })),
  ).toMatchObject([
    { actorKind: 'user', actorId: owner.id, subjectId: made.id, user: { id: rita.id } },
    { actorKind: 'user', actorId: rita.id, subjectId: own.id, madeBy: made.id },
    { actorKind: 'local', subjectId: local.id, user: { id: rita.id }, madeBy: 'local' },
  ]);
  expect(JSON.stringify(entries)).not.toContain(made.token);
});

test("lets only owners list and revoke other users' tokens", async () => {
  await using inbox = await testInbox();
  const { send, make, list, rita, owner } = await people(inbox);
  const [own, hers] = [await make(), await make({ email: RITA.email })];
  const idsOf = (tokens: Token[]) => tokens.map(({ id }) => id);
  expect(idsOf(await list())).toEqual([own.id]);
  expect(idsOf(await list('?all=true'))).toEqual([own.id, hers.id]);
  expect(idsOf(await list(`?user=${rita.id}`))).toEqual([hers.id]);
  expect(idsOf(await list(`?user=${rita.id}`, bearer(hers)))).toEqual([hers.id]);
  for (const query of ['?all=true', `?user=${owner.id}`]) {
    expect((await send(`/tokens${query}`, { headers: bearer(hers) })).status).toBe(403);
  }
  const remove = async ({ id }: Token, as: NewToken) =>
    (await send(`/tokens/${id}`, { method: 'DELETE', headers: bearer(as) })).status;
  expect(await remove(own, hers)).toBe(404);
  expect(await remove(hers, own)).toBe(200);
  expect((await send('/auth/session', { headers: bearer(hers) })).status).toBe(401);
});

test('never expires a token from an older version, and names no creator', async () => {
  await using inbox = await testInbox();
  const { make, list, send } = await people(inbox);
  const token = await make();
  const before = { expiresAt: null, madeBy: null, makerId: null, makerName: null, isLocal: 1 };
  await inbox.store.commit((tx) => tx.updateTable('tokens').set(before).execute());
  inbox.clock.advance(29 * DAY_MS);
  expect(await list()).toMatchObject([
    { id: token.id, expiresAt: null, madeBy: null, maker: null, isLocal: true },
  ]);
  inbox.clock.advance(1000 * DAY_MS);
  expect((await send('/auth/session', { headers: bearer(token) })).status).toBe(200);
});
