import { expect, test } from 'bun:test';
import { setLocalAnswers } from '../../src/core/access/local-answers.ts';
import { localOwner, setUp } from '../../src/core/access/local-owner.ts';
import { CreateUser } from '../../src/core/access/schema.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import { createToken, removeToken } from '../../src/core/access/tokens.ts';
import { createUser, updateUser } from '../../src/core/access/users.ts';
import { listAudit } from '../../src/core/audit/list.ts';
import { ListAudit } from '../../src/core/audit/schema.ts';
import { wordsOf } from '../../src/core/audit/words.ts';
import { deleteChannel } from '../../src/core/channels/channels.ts';
import type { Enrolled, Enrolment, Machine } from '../../src/core/enrolments/schema.ts';
import { getMessage } from '../../src/core/messages/messages.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

const local = { authorization: 'Bearer local' };
const ADA = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
const laptop = { client: 'claude', host: 'laptop' };

async function calls(inbox: TestInbox, options: Parameters<typeof appOf>[1] = {}) {
  const send = await appOf(inbox, options);
  async function call<T>(path: string, init?: RequestInit) {
    const answer = await send(path, init);
    return { status: answer.status, body: (await answer.json()) as T };
  }
  return {
    send,
    code: async (of: object = { client: 'claude' }, as: Record<string, string> = local) =>
      (await call<Enrolment>('/enrolments', jsonBody(of, as))).body.code,
    begin: (of: object, as: Record<string, string> = local) =>
      call<Enrolment & { message: string }>('/enrolments', jsonBody(of, as)),
    enrol: (of: object, headers = {}) =>
      call<Enrolled & { message: string }>('/enrol', jsonBody({ ...laptop, ...of }, headers)),
    machines: async (as: Record<string, string> = local) =>
      (await call<Machine[]>('/enrolments', { headers: as })).body,
    ask: (key: string, channelId: string, source: object = { client: 'Claude Code' }) =>
      call<{ id: string }>(
        '/messages',
        jsonBody(
          { channelId, text: 'Run?', metadata: { source }, review: { type: 'approval' } },
          { 'x-api-key': key },
        ),
      ),
    revoke: (id: string, as: Record<string, string> = local) =>
      call<{ revokedAt: string | null }>(`/keys/${id}`, { method: 'DELETE', headers: as }),
    rename: (id: string, name: string) =>
      call(`/agents/${id}`, { ...jsonBody({ name }, local), method: 'PATCH' }),
  };
}

test('a code gives one machine a key for one channel, once', async () => {
  await using inbox = await testInbox();
  const { begin, enrol, machines, ask, send } = await calls(inbox);
  const { status, body } = await begin({ client: 'claude' });
  expect([status, body as object]).toEqual([
    201,
    {
      code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      expiresAt: new Date(inbox.now() + 600_000).toISOString(),
    },
  ]);
  const enrolled = await enrol({ code: body.code, version: '2.1.330' });
  const { key, keyId, channelId } = enrolled.body;
  expect([enrolled.status, enrolled.body as object]).toMatchObject([
    201,
    { key: expect.stringMatching(/^hp_/), channelName: 'Claude Code' },
  ]);
  expect(
    (await send('/enrolments', jsonBody({ client: 'claude' }, { 'x-api-key': key }))).status,
  ).toBe(403);
  expect((await enrol({ code: body.code })).status).toBe(401);
  expect((await ask(key, channelId)).status).toBe(201);
  const known = { keyId, ...laptop, channelId, channelName: 'Claude Code', endedAt: null };
  const [machine] = await machines();
  expect([machine, (await machines()).length]).toMatchObject([
    { ...known, version: '2.1.330', lastAskedAt: expect.any(String), notUnderstood: [] },
    1,
  ]);
  const keys = (await (await send('/keys', { headers: local })).json()) as object[];
  expect(keys).toMatchObject([{ name: 'claude@laptop', channels: [channelId], expiresAt: null }]);
});

test('a code is read as people type it', async () => {
  await using inbox = await testInbox();
  const { code, enrol } = await calls(inbox);
  const typed = [
    (one: string) => one.toLowerCase(),
    (one: string) => one.replace('-', ''),
    (one: string) => ` ${one.replace('-', ' – ')}\n`,
    (one: string) =>
      one.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ];
  for (const type of typed) expect((await enrol({ code: type(await code()) })).status).toBe(201);
});

test('every code that is not valid is refused with the same words', async () => {
  await using inbox = await testInbox();
  const { code, enrol, machines } = await calls(inbox);
  const used = await code();
  await enrol({ code: used });
  const old = await code();
  inbox.clock.advance(600_000);
  const forOther = await code({ client: 'opencode' });
  const refusals = await Promise.all(
    [used, old, forOther, 'BBBB-BBBB', '', '💥', 'x'.repeat(100)].map((one) =>
      enrol({ code: one }),
    ),
  );
  expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 401));
  expect(new Set(refusals.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(refusals[0]?.body.message).toContain('Settings › Agents');
  // The other client's code was not used up.
  expect((await enrol({ code: forOther, client: 'opencode' })).status).toBe(201);
  expect(await machines()).toHaveLength(2);
});

test('gives one key to many who send one code at the same moment', async () => {
  await using inbox = await testInbox();
  const { code, enrol, machines } = await calls(inbox);
  const one = await code();
  const all = await Promise.all(Array.from({ length: 20 }, () => enrol({ code: one })));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await machines()).toHaveLength(1);
});

test('wrong codes are limited like wrong passwords, and recorded', async () => {
  await using inbox = await testInbox();
  const { code, enrol } = await calls(inbox, { rateLimit: 1000 });
  const valid = await code();
  const from = (address: string) => ({ 'x-test-address': address });
  const statuses: number[] = [];
  for (let at = 0; at < 7; at++) {
    statuses.push((await enrol({ code: 'BBBB-BBBB' }, from('192.0.2.7'))).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await enrol({ code: valid }, from('192.0.2.7'))).status).toBe(429);
  expect((await enrol({ code: valid }, from('192.0.2.8'))).status).toBe(201);
  const { data } = await listAudit(inbox, inbox.owner, ListAudit.parse({}));
  const failed = data.filter(({ action }) => action === 'enrolment.failed');
  expect(failed.map(({ address, actor }) => [address, actor.kind])).toEqual(
    failed.map(() => ['192.0.2.7', 'nobody']),
  );
  expect(failed).toHaveLength(5);
});

test('the audit log says who made the code, where it was used, and never the code or the key', async () => {
  await using inbox = await testInbox();
  const ada = await setUp(inbox, await localOwner(inbox), ADA);
  const { code, enrol } = await calls(inbox);
  const { token } = await createToken(inbox, inbox.owner, { name: 'Own' });
  const one = await code({ client: 'claude' }, { authorization: `Bearer ${token}` });
  const { body } = await enrol({ code: one }, { 'x-test-address': '198.51.100.3' });
  const { data } = await listAudit(inbox, inbox.owner, ListAudit.parse({ action: ['enrolment.'] }));
  expect(data.map((entry) => [entry.actor.id, entry.address, wordsOf(entry).did])).toEqual([
    [ada.id, '198.51.100.3', 'connected Claude Code on laptop, by a code, as key “claude@laptop”'],
    [ada.id, '192.0.2.1', 'created a code to connect Claude Code'],
  ]);
  const all = await listAudit(inbox, inbox.owner, ListAudit.parse({}));
  const rows = [
    ...(await inbox.store.read.selectFrom('enrolments').selectAll().execute()),
    ...(await inbox.store.read.selectFrom('machines').selectAll().execute()),
    ...(await inbox.store.read.selectFrom('keys').selectAll().execute()),
  ];
  for (const secret of [one, one.replace('-', ''), body.key]) {
    expect(JSON.stringify([all, rows])).not.toContain(secret);
  }
});

test.each<
  [
    string,
    (
      inbox: TestInbox,
      made: { token: string; tokenId: string; session: string; userId: string },
    ) => Promise<unknown>,
    'token' | 'session',
  ]
>([
  [
    'its owner is disabled',
    (inbox, { userId }) => updateUser(inbox, inbox.owner, userId, { disabled: true }),
    'token',
  ],
  [
    'its owner becomes a reviewer',
    (inbox, { userId }) =>
      updateUser(inbox, inbox.owner, userId, { role: 'reviewer', channels: [] }),
    'token',
  ],
  [
    'the token that made it is revoked',
    (inbox, { tokenId }) => removeToken(inbox, inbox.owner, tokenId),
    'token',
  ],
  [
    'its owner logs out',
    async (inbox, { session }) => {
      const send = await appOf(inbox);
      const headers = {
        cookie: `inbox_session=${session}`,
        host: 'localhost',
        origin: 'http://localhost',
      };
      return send('/auth/logout', { method: 'POST', headers });
    },
    'session',
  ],
])('a code ends when %s', async (_, end, by) => {
  await using inbox = await testInbox();
  await setUp(inbox, await localOwner(inbox), ADA);
  const { code, enrol } = await calls(inbox);
  const user = await createUser(
    inbox,
    inbox.owner,
    CreateUser.parse({
      email: 'bo@example.org',
      name: 'Bo',
      role: 'owner',
      password: ADA.password,
    }),
  );
  const { token, id: tokenId } = await createToken(inbox, inbox.owner, {
    name: 'Own',
    email: 'bo@example.org',
  });
  const session = await beginSession(inbox, user.id);
  const as = {
    token: { authorization: `Bearer ${token}` },
    session: { cookie: `inbox_session=${session}`, host: 'localhost', origin: 'http://localhost' },
  };
  const [one, other] = [await code({ client: 'claude' }, as[by]), await code({ client: 'claude' })];
  await end(inbox, { token, tokenId, session, userId: user.id });
  expect((await enrol({ code: one })).status).toBe(401);
  expect((await enrol({ code: other })).status).toBe(201);
});

test('without local answers, the local secret makes no code, and those it made have ended', async () => {
  await using inbox = await testInbox();
  const { code, begin, enrol } = await calls(inbox);
  const one = await code();
  await setLocalAnswers(inbox, inbox.owner, 'off');
  expect((await enrol({ code: one })).status).toBe(401);
  const refused = await begin({ client: 'claude' });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    expect.stringContaining('requires a login'),
  ]);
});

test('machines of one client share a channel, which keeps its place when it is renamed', async () => {
  await using inbox = await testInbox();
  const { begin, code, enrol, machines, rename } = await calls(inbox);
  const connect = async (host: string, of: object = {}) =>
    (await enrol({ code: await code({ client: 'claude', ...of }), host })).body;
  const first = await connect('laptop');
  expect((await connect('desk')).channelId).toBe(first.channelId);
  await rename(first.channelId, 'Claude at work');
  expect((await connect('server')).channelName).toBe('Claude at work');
  // A channel that someone chose is used as it is, and is not the usual one after that.
  const deploys = await inbox.channel({ name: 'deploys' });
  expect((await connect('ci', { channelId: deploys.id })).channelId).toBe(deploys.id);
  expect((await connect('desk')).channelId).toBe(first.channelId);
  expect((await machines()).map(({ channelName }) => channelName)).toEqual([
    'Claude at work',
    'Claude at work',
    'Claude at work',
    'deploys',
    'Claude at work',
  ]);
  expect((await begin({ client: 'claude', channelId: inbox.newId() })).status).toBe(404);
});

test('a client uses a channel that has its name already, and gets another once that is deleted', async () => {
  await using inbox = await testInbox();
  const { code, enrol, machines, revoke } = await calls(inbox);
  const named = await inbox.channel({ name: 'Claude Code' });
  const { body } = await enrol({ code: await code() });
  expect(body.channelId).toBe(named.id);
  const waiting = await code({ client: 'claude', channelId: named.id });
  await deleteChannel(inbox, inbox.owner, named.id);
  expect((await machines())[0]).toMatchObject({ channelId: null, channelName: null });
  const gone = await enrol({ code: waiting });
  expect([gone.status, gone.body.message]).toEqual([404, 'Channel not found']);
  expect((await enrol({ code: await code() })).body.channelName).toBe('Claude Code');
  expect((await revoke(body.keyId)).status).toBe(200);
});

test('a key sees its own machine, and can end itself and no other', async () => {
  await using inbox = await testInbox();
  const { code, enrol, machines, revoke, ask } = await calls(inbox);
  const one = (await enrol({ code: await code() })).body;
  const other = (await enrol({ code: await code(), host: 'desk' })).body;
  const as = { 'x-api-key': one.key };
  expect((await machines(as)).map(({ host }) => host)).toEqual(['laptop']);
  expect((await revoke(other.keyId, as)).status).toBe(403);
  const asked = (await ask(one.key, one.channelId)).body;
  expect((await revoke(one.keyId, as)).status).toBe(200);
  expect((await getMessage(inbox, inbox.owner, asked.id)).review?.status).toBe('withdrawn');
  expect((await revoke(one.keyId, as)).status).toBe(401);
  expect((await machines()).map(({ endedAt }) => endedAt === null)).toEqual([false, true]);
});

test('connecting a machine again leaves its earlier key, as another machine may have its name', async () => {
  await using inbox = await testInbox();
  const { code, enrol, machines, ask } = await calls(inbox);
  const first = (await enrol({ code: await code() })).body;
  const second = (await enrol({ code: await code() })).body;
  expect(second.keyId).not.toBe(first.keyId);
  expect((await ask(first.key, first.channelId)).status).toBe(201);
  expect(await machines()).toHaveLength(2);
});

test('a machine shows when it last asked, and its version, even if its key was rotated', async () => {
  await using inbox = await testInbox();
  const { send, code, enrol, machines, ask } = await calls(inbox);
  const { key, keyId, channelId } = (await enrol({ code: await code() })).body;
  const noon = new Date(inbox.now()).toISOString();
  await ask(key, channelId, { client: 'Claude Code', version: '2.1.332' });
  inbox.clock.advance(60_000);
  await ask(key, channelId, { client: 'Claude Code' });
  const later = new Date(inbox.now()).toISOString();
  expect((await machines())[0]).toMatchObject({
    connectedAt: noon,
    lastAskedAt: later,
    version: '2.1.332',
  });
  await send(`/keys/${keyId}/rotate`, jsonBody({}, local));
  inbox.clock.advance(86_400_000);
  expect(await machines()).toMatchObject([
    { keyId, endedAt: expect.any(String) },
    { host: 'laptop', version: '2.1.332', connectedAt: later, endedAt: null },
  ]);
});

test('a machine shows the calls of its hooks that were not understood', async () => {
  await using inbox = await testInbox();
  const { send, code, enrol, machines } = await calls(inbox);
  const { key } = (await enrol({ code: await code() })).body;
  const headers = { 'x-api-key': key, 'user-agent': 'claude-code/9.9.9' };
  for (let at = 0; at < 3; at++) {
    await (await send('/hooks/claude', jsonBody({ hook_event_name: 7 }, headers))).text();
  }
  expect((await machines())[0]?.notUnderstood).toEqual([
    { version: '9.9.9', reason: expect.any(String), count: 3, lastAt: expect.any(String) },
  ]);
});

test('an owner has at most 20 unused codes: the oldest ends, never the newest', async () => {
  await using inbox = await testInbox();
  const { code, enrol } = await calls(inbox);
  const [first = ''] = [await code(), await code()];
  const second = await code();
  for (let at = 0; at < 18; at++) await code();
  expect((await enrol({ code: first })).status).toBe(401);
  expect((await enrol({ code: second })).status).toBe(201);
  expect(await inbox.store.read.selectFrom('enrolments').selectAll().execute()).toHaveLength(19);
});

test.each([
  [{ host: '' }, 'host'],
  [{ host: 'a'.repeat(81) }, 'host'],
  [{ host: 'lap\u202etop' }, 'host'],
  [{ client: 'vim' }, 'client'],
  [{ version: 7 }, 'version'],
  [{ code: 12 }, 'code'],
])('refuses %p and names the field', async (of, field) => {
  await using inbox = await testInbox();
  const { enrol } = await calls(inbox);
  const { status, body } = await enrol({ code: 'BBBB-BBBB', ...of });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
});

test('a machine may send a key of its own, which it has recorded before', async () => {
  await using inbox = await testInbox();
  const { code, enrol, machines } = await calls(inbox);
  const key = `hp_${'0123456789ab'.repeat(4)}`;
  const [first, second] = [await code(), await code()];
  expect((await enrol({ code: first, key: 'hp_short' })).status).toBe(400);
  expect((await enrol({ code: first, key })).body.key).toBe(key);
  expect(await machines({ 'x-api-key': key })).toHaveLength(1);
  expect((await enrol({ code: second, key })).status).toBe(409);
  expect((await enrol({ code: second })).status).toBe(201);
});
