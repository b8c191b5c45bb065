import { expect, test } from 'bun:test';
import { createKey } from '../../src/core/access/keys.ts';
import { createToken } from '../../src/core/access/tokens.ts';
import { createUser } from '../../src/core/access/users.ts';
import type { AuditEntry, AuditPage } from '../../src/core/audit/schema.ts';
import { changeByItself } from '../../src/core/change.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { entriesOf, faultOf } from '../support/inbox/audit.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

type Ids = Awaited<ReturnType<typeof world>>['ids'];
type Act = {
  path?: (ids: Ids) => string;
  body?: unknown | ((ids: Ids) => unknown);
  /** The part of the entry that is expected beside the action. */
  entry: (ids: Ids) => { action: string };
  by?: 'key' | 'owner' | 'local';
};

const url = 'https://hooks.example.com/services/T0/SECRETPATH?token=SECRETQUERY';
const headers = { 'x-team': 'SECRETHEADER' };
const entry = (action: string, kind: string, more: object = {}) => ({
  action,
  subject: expect.objectContaining({ kind }),
  ...more,
});

/** On the webhook of a channel that has one. */
const ofWebhook = (action: string): Act => ({
  path: ({ hooked }) => hooked,
  entry: () => entry(action, 'channel'),
});

/** Every route that changes something, and the entry that it leaves. */
const recorded: Record<string, Act> = {
  'POST /agents': {
    body: { name: 'New', webhookUrl: url },
    by: 'key',
    entry: () => entry('channel.created', 'channel', { actor: { kind: 'key', name: 'ci' } }),
  },
  'PATCH /agents/:id': {
    path: ({ channel }) => channel,
    body: { name: 'Renamed', description: 'SECRETWORDS' },
    entry: ({ channel }) =>
      entry('channel.updated', 'channel', {
        subject: { kind: 'channel', id: channel, name: 'Renamed' },
        detail: { changed: ['name', 'description'], formerName: 'Bot' },
      }),
  },
  'DELETE /agents/:id': {
    path: ({ channel }) => channel,
    entry: () => entry('channel.deleted', 'channel'),
  },
  'PUT /agents/:id/ladder': {
    path: ({ channel }) => channel,
    body: ({ user }: Ids) => ({ steps: [{ afterSeconds: 60, people: [user] }] }),
    entry: ({ channel }) =>
      entry('channel.ladderChanged', 'channel', {
        subject: { kind: 'channel', id: channel, name: 'Bot' },
      }),
  },
  'POST /contacts': {
    body: { kind: 'ntfy', address: 'https://ntfy.example.com/SECRETTOPIC' },
    entry: () => entry('contact.created', 'contact', { detail: { kind: 'ntfy' } }),
  },
  'PATCH /contacts/:id': {
    path: ({ contact }) => contact,
    body: { answers: false, from: 'high' },
    entry: ({ contact }) =>
      entry('contact.updated', 'contact', {
        subject: { kind: 'contact', id: contact, name: 'phone' },
        detail: { kind: 'ntfy', changed: ['answers', 'from'], answers: false },
      }),
  },
  'DELETE /contacts/:id': {
    path: ({ contact }) => contact,
    entry: ({ contact }) =>
      entry('contact.deleted', 'contact', {
        subject: { kind: 'contact', id: contact, name: 'phone' },
      }),
  },
  'POST /agents/setWebhook': {
    body: ({ channel }: Ids) => ({ channelId: channel, url, headers }),
    by: 'key',
    entry: () =>
      entry('webhook.updated', 'channel', {
        detail: { origin: 'https://hooks.example.com', headers: ['x-team'] },
      }),
  },
  'POST /agents/deleteWebhook': {
    body: ({ hooked }: Ids) => ({ channelId: hooked }),
    entry: () => entry('webhook.deleted', 'channel'),
  },
  'POST /agents/:id/webhook/rotate': ofWebhook('webhook.secretRotated'),
  'POST /agents/:id/webhook/test': ofWebhook('webhook.tested'),
  'GET /agents/:id/webhook': ofWebhook('webhook.secretShown'),
  'DELETE /messages/:id': {
    path: ({ message }) => message,
    by: 'key',
    entry: ({ message, channel }) =>
      entry('message.retracted', 'message', {
        subject: { kind: 'message', id: message, name: null },
        detail: { channelId: channel, type: 'approval', status: 'pending' },
      }),
  },
  'POST /messages/:id/retry': {
    path: ({ failed }) => failed,
    entry: () => entry('delivery.retried', 'message'),
  },
  'POST /reviews/:id/respond': {
    path: ({ message }) => message,
    body: { response: { selectedOption: 'approve' } },
    entry: ({ message }) =>
      entry('review.answered', 'message', {
        subject: { kind: 'message', id: message, name: null },
        detail: { type: 'approval', questionDigest: expect.stringMatching(/^[0-9a-f]{64}$/) },
      }),
  },
  'POST /keys': {
    body: { name: 'deploy', channels: 'all' },
    entry: () =>
      entry('key.created', 'key', {
        actor: { kind: 'user', name: 'Ada' },
        via: 'api',
        address: '192.0.2.1',
        detail: { channels: 'all', expiresAt: null },
      }),
  },
  'POST /enrolments': {
    body: ({ channel }: Ids) => ({ client: 'claude', channelId: channel }),
    entry: ({ channel }) =>
      entry('enrolment.created', 'enrolment', {
        subject: { kind: 'enrolment', id: null, name: 'Claude Code' },
        detail: { client: 'claude', channelId: channel, expiresAt: expect.any(String) },
      }),
  },
  'POST /keys/:id/rotate': {
    path: ({ key }) => key,
    body: { oldExpiresAt: null },
    entry: ({ key }) =>
      entry('key.rotated', 'key', { subject: { kind: 'key', id: key, name: 'extra' } }),
  },
  'DELETE /keys/:id': {
    path: ({ key }) => key,
    entry: ({ key }) =>
      entry('key.revoked', 'key', { subject: { kind: 'key', id: key, name: 'extra' } }),
  },
  'POST /users': {
    body: { email: 'new@example.com', name: 'New', password: 'SECRETPASSWORD' },
    entry: () => entry('user.created', 'user', { detail: { email: 'new@example.com' } }),
  },
  'PATCH /users/:id': {
    path: ({ user }) => user,
    body: { role: 'owner', password: 'SECRETPASSWORD' },
    entry: () =>
      entry('user.updated', 'user', {
        detail: {
          changed: ['role', 'channels'],
          role: { from: 'reviewer', to: 'owner' },
        },
      }),
  },
  'DELETE /users/:id': {
    path: ({ user }) => user,
    entry: () => entry('user.deleted', 'user', { detail: { email: 'rita@example.com' } }),
  },
  'POST /tokens': {
    body: { name: 'script' },
    entry: () => entry('token.created', 'token'),
  },
  'POST /local-answers': {
    body: { localAnswers: 'off' },
    entry: () => entry('setting.changed', 'setting', { detail: { to: 'off' } }),
  },
  'POST /audit/backups': {
    body: { name: 'inbox.tar.gz', size: 1, version: '1.0.0' },
    by: 'local',
    entry: () => entry('backup.created', 'backup', { actor: { kind: 'local' } }),
  },
};

/** Routes without an entry here. */
const unrecorded: Record<string, string> = {
  'POST /hooks/:client': 'what agents ask is kept as messages',
  'POST /messages': 'what agents say is kept as messages',
  'PATCH /messages/streams/:streamId': 'what agents say is kept as messages',
  'POST /messages/:id/ack': 'a sign of receipt',
  'POST /reviews/:id/read': "a person's own mark",
  'DELETE /reviews/:id/read': "a person's own mark",
  'POST /reviews/:id/seen': "a person's own mark",
  'POST /contacts/:id/test': "a person's own test",
  'POST /contacts/:id/verify':
    'its code is in a test: core/notify/codes.test.ts looks at its entry',
  'POST /ways/:kind/test': 'a try that saves nothing',
  'POST /public-url/test': 'a check that saves nothing',
  'POST /contacts/telegram': 'a link that adds nothing until it is opened',
  'PUT /attention': "a person's own choice of when they are notified",
  'POST /notices/:id/receipt': 'a sign of receipt',
  'POST /status/ping': 'a sign of life',
  'POST /files/upload': 'what agents say is kept as messages',
  'POST /files/store': 'what agents say is kept as messages',
  'POST /auth/device': 'a request that gives no power until it is approved',
};

test.each(Object.entries(recorded))('%s leaves an entry without secrets', async (route, act) => {
  await using inbox = await testInbox();
  const { send, ids, credentials } = await world(inbox);
  const before = (await entriesOf(inbox)).length;
  const [method = '', path = ''] = route.split(' ');
  const target = path.replace(/:\w+/, act.path?.(ids) ?? '');
  const body = typeof act.body === 'function' ? act.body(ids) : act.body;
  const answer = await send(target, {
    ...(body ? jsonBody(body) : {}),
    method,
    headers: { 'content-type': 'application/json', ...credentials[act.by ?? 'owner'] },
  });
  expect(answer.status).toBeLessThan(300);
  const made = (await entriesOf(inbox)).slice(before);
  const wanted = act.entry(ids);
  expect(made.find(({ action }) => action === wanted.action)).toMatchObject(wanted);
  expect(JSON.stringify(made)).not.toMatch(/SECRET|h[psu]_\w{12}|whsec_/);
  expect(await faultOf(inbox)).toBeNull();
});

/** Also recorded, by the tests beside what they do. */
const elsewhere = [
  'POST /contacts/:id/subscription',
  'PUT /ways/:kind',
  'DELETE /ways/:kind',
  'PUT /public-url',
  'POST /enrol',
  'POST /decide',
  'POST /decide/answers',
  'POST /reviews/:id/withdraw',
  'DELETE /tokens/:id',
  'PATCH /auth/session',
  'POST /agents/:id/webhook/resume',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:id',
  ...[
    'login',
    'logout',
    'setup',
    'password',
    'device/token',
    'device/session',
    'device/approve',
    'device/deny',
  ].map((name) => `POST /auth/${name}`),
];

test('records every changing route, or lists the reason why not', async () => {
  await using inbox = await testInbox();
  const { routes } = await appOf(inbox);
  const changing = routes
    .filter(({ method, path }) => path.startsWith('/api/v1/') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path.slice('/api/v1'.length).replace(/\/$/, '')}`);
  const known = [...Object.keys(recorded), ...Object.keys(unrecorded), ...elsewhere];
  expect(changing.filter((route) => !known.includes(route))).toEqual([]);
});

test('records a key that gains a channel by creating it', async () => {
  await using inbox = await testInbox();
  const { send, credentials } = await world(inbox);
  const made = await send('/agents', jsonBody({ name: 'Own' }, credentials.key));
  const { id } = (await made.json()) as { id: string };
  const [gained] = await entriesOf(inbox, { action: 'key.updated'.split(',') });
  expect(gained).toMatchObject({
    actor: { kind: 'key', name: 'ci' },
    subject: { kind: 'key', name: 'ci' },
    detail: { gained: [id] },
  });
});

test('records repeated views of a webhook secret once in 10 minutes per address', async () => {
  await using inbox = await testInbox();
  const { send, ids, credentials } = await world(inbox);
  const show = (address = '192.0.2.1') =>
    send(`/agents/${ids.hooked}/webhook`, {
      headers: { ...credentials.owner, 'x-test-address': address },
    });
  const shown = async () => (await entriesOf(inbox, { action: ['webhook.secretShown'] })).length;
  for (let again = 0; again < 5; again++) await show();
  expect(await shown()).toBe(1);
  await show('198.51.100.7');
  expect(await shown()).toBe(2);
  inbox.clock.advance(11 * 60_000);
  await show();
  expect(await shown()).toBe(3);
});

test('records nothing for a request that changes nothing', async () => {
  await using inbox = await testInbox();
  const { send, ids, credentials } = await world(inbox);
  const { headers } = jsonBody({}, credentials.owner);
  const patch = (path: string, body: object) =>
    send(path, { method: 'PATCH', headers: headers ?? {}, body: JSON.stringify(body) });
  const revoke = () => send(`/keys/${ids.key}`, { method: 'DELETE', headers: headers ?? {} });
  await revoke();
  const before = (await entriesOf(inbox)).length;
  await revoke();
  await patch(`/agents/${ids.channel}`, { name: 'Bot' });
  await patch(`/users/${ids.user}`, { name: 'Rita', role: 'reviewer' });
  expect((await entriesOf(inbox)).length).toBe(before);
});

test('pages entries newest first, filtered by actor, action, subject and time', async () => {
  await using inbox = await testInbox();
  const { send, ids, credentials } = await world(inbox);
  const get = async (query: string): Promise<AuditPage> => {
    const answer = await send(`/audit${query}`, { headers: credentials.owner });
    expect(answer.status).toBe(200);
    return (await answer.json()) as AuditPage;
  };
  const seqs = ({ data }: AuditPage) => data.map(({ seq }) => seq);
  const all = await get('');
  expect(seqs(all)).toEqual(seqs(all).toSorted((one, other) => other - one));
  const first = await get('?limit=2');
  const second = await get(`?limit=2&cursor=${first.nextCursor}`);
  expect([...seqs(first), ...seqs(second)]).toEqual(seqs(all).slice(0, 4));
  const actions = ({ data }: AuditPage) => [...new Set(data.map(({ action }) => action))].sort();
  expect(actions(await get('?action=key.&action=user.created'))).toEqual([
    'key.created',
    'user.created',
  ]);
  expect((await get(`?subject=${ids.key}`)).data.length).toBe(1);
  expect((await get(`?actor=${ids.key}`)).data.length).toBe(0);
  expect((await get('?before=2030-01-01T00:00:00Z')).data.length).toBe(0);
  expect((await get('?after=2030-01-01T00:00:00%2B02:00')).data.length).toBe(all.data.length);
});

test.each(['limit=0', 'limit=x', 'cursor=x', 'after=yesterday', 'order=up', 'action='])(
  'refuses a list with ?%s',
  async (query) => {
    await using inbox = await testInbox();
    const send = await appOf(inbox);
    const answer = await send(`/audit?${query}`, { headers: { authorization: 'Bearer local' } });
    expect(answer.status).toBe(400);
  },
);

test('returns both ends of the chain', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  const get = async () => {
    const answer = await send('/audit/chain', { headers: { authorization: 'Bearer local' } });
    return (await answer.json()) as unknown;
  };
  const anchor = { seq: 0, hash: '0'.repeat(64) };
  // The first request of a local person is an entry, too.
  await get();
  await inbox.channel();
  const { seq, hash } = (await entriesOf(inbox)).at(-1) as AuditEntry;
  expect(await get()).toEqual({ anchor, newest: { seq, hash } });
});

async function world(inbox: TestInbox) {
  const send = await appOf(inbox);
  const { id: channel } = await inbox.channel();
  const { id: hooked } = await inbox.channel({ webhookUrl: url });
  const key = (name: string) =>
    createKey(inbox, inbox.owner, { name, channels: [channel, hooked], expiresAt: null });
  const { key: secret } = await key('ci');
  const ada = await createUser(inbox, inbox.owner, {
    name: 'Ada',
    email: 'ada@example.com',
    role: 'owner' as const,
    channels: 'all' as const,
  });
  const token = await createToken(inbox, inbox.owner, { name: 'Own', email: ada.email ?? '' });
  const reachable = await send('/contacts', {
    ...jsonBody({ kind: 'ntfy', name: 'phone', address: 'https://ntfy.example.com/a-topic' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.token}` },
  });
  const { id: contact } = (await reachable.json()) as { id: string };
  const rita = { name: 'Rita', email: 'rita@example.com', role: 'reviewer' as const };
  const { id: user } = await createUser(inbox, inbox.owner, { ...rita, channels: [channel] });
  const { id: message } = await inbox.send({
    channelId: channel,
    text: 'SECRETTEXT',
    review: { type: 'approval', payload: { title: 'SECRETTITLE' } },
  });
  const failed = (await inbox.send({ channelId: hooked, text: 'Hi' })).id;
  await changeByItself(inbox, ({ tx }) =>
    tx
      .insertInto('deliveries')
      .values({
        id: 'failed',
        messageId: failed,
        channelId: hooked,
        event: 'message:created',
        source: 'message',
        url,
        target: 'hooks.example.com',
        method: 'POST',
        headers: '{}',
        body: '{}',
        status: 'failed',
        attemptCount: 7,
        nextAttemptAt: null,
        createdAt: '2030-01-02T12:00:00.000Z',
      })
      .execute(),
  );
  return {
    send,
    ids: { channel, hooked, message, failed, user, contact, key: (await key('extra')).id },
    credentials: {
      key: { 'x-api-key': secret },
      owner: { authorization: `Bearer ${token.token}` },
      local: { authorization: 'Bearer local' },
    },
  };
}
