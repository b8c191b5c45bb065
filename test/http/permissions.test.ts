import { expect, test } from 'bun:test';
import { beginDevice } from '../../src/core/access/device.ts';
import { createKey } from '../../src/core/access/keys.ts';
import { createToken } from '../../src/core/access/tokens.ts';
import { createUser } from '../../src/core/access/users.ts';
import { appOf } from '../support/app.ts';
import { formOf } from '../support/files.ts';
import { type TestInbox, testInbox } from '../support/inbox.ts';
import { start } from '../support/oauth.ts';

/** What a request may name: all of it belongs to the channel that only the foreign key lacks. */
type Targets = Record<
  'channel' | 'message' | 'stream' | 'file' | 'key' | 'user' | 'token' | 'userCode',
  string
>;
type Ask = {
  id?: keyof Targets;
  query?: (to: Targets) => string;
  body?: (to: Targets) => unknown;
  /** The channel to upload a file to. */
  form?: (to: Targets) => string;
};
type Statuses = [nobody: number, foreign: number, narrow: number, reviewer: number, owner: number];

const inChannel: Statuses = [401, 404, 200, 200, 200];
const anyone: Statuses = [401, 200, 200, 200, 200];
const agents: Statuses = [401, 404, 200, 403, 403];
const configurers: Statuses = [401, 404, 200, 403, 200];
const people: Statuses = [401, 403, 403, 200, 200];
const owners: Statuses = [401, 403, 403, 403, 200];
const made = (statuses: Statuses) => statuses.map((one) => (one === 200 ? 201 : one)) as Statuses;
const everyone: Statuses = [200, 200, 200, 200, 200];
const nowhere: Statuses = [401, 401, 401, 401, 401];

const email = 'new@example.com';
const password = 'correct horse';
const routes: Record<string, [statuses: Statuses, ask?: Ask]> = {
  'POST /messages': [
    made(inChannel),
    { body: ({ channel }) => ({ channelId: channel, text: 'Hi' }) },
  ],
  'GET /messages': [anyone],
  'GET /messages/:id': [inChannel, { id: 'message' }],
  'DELETE /messages/:id': [inChannel, { id: 'message' }],
  'PATCH /messages/streams/:streamId': [agents, { id: 'stream', body: () => ({ text: 'Hi' }) }],
  'POST /messages/:id/ack': [agents, { id: 'message' }],
  'POST /messages/:id/retry': [people, { id: 'message' }],
  'GET /reviews/pending': [anyone],
  'GET /reviews/:id': [inChannel, { id: 'message' }],
  'GET /reviews/:id/wait': [
    inChannel,
    { id: 'message', query: ({ channel }) => `?timeout=0&channel=${channel}` },
  ],
  'POST /reviews/:id/respond': [
    people,
    { id: 'message', body: () => ({ response: { selectedOption: 'approve' } }) },
  ],
  'GET /files': [anyone],
  'GET /files/:id/download': [inChannel, { id: 'file' }],
  'POST /files/upload': [made(inChannel), { form: ({ channel }) => channel }],
  'POST /files/store': [made(inChannel), { form: ({ channel }) => channel }],
  'GET /agents': [anyone],
  'POST /agents': [[401, 201, 201, 403, 201], { body: () => ({ name: 'New' }) }],
  'GET /agents/:id': [inChannel, { id: 'channel' }],
  'PATCH /agents/:id': [owners, { id: 'channel', body: () => ({ name: 'New' }) }],
  'POST /agents/setWebhook': [
    configurers,
    { body: ({ channel }) => ({ channelId: channel, url: 'https://example.com/' }) },
  ],
  'POST /agents/deleteWebhook': [configurers, { body: ({ channel }) => ({ channelId: channel }) }],
  'POST /status/ping': [agents, { body: ({ channel }) => ({ agentId: channel }) }],
  'GET /plugins': [anyone],
  'GET /plugins/:name': [[401, 404, 404, 404, 404], { id: 'channel' }],
  'DELETE /agents/:id': [owners, { id: 'channel' }],
  'GET /keys': [owners],
  'POST /keys': [made(owners), { body: () => ({ name: 'New' }) }],
  'DELETE /keys/:id': [owners, { id: 'key' }],
  'GET /users': [owners],
  'POST /users': [made(owners), { body: () => ({ email, name: 'New' }) }],
  'PATCH /users/:id': [owners, { id: 'user', body: () => ({ name: 'New' }) }],
  'DELETE /users/:id': [owners, { id: 'user' }],
  'GET /tokens': [people],
  'POST /tokens': [made(people), { body: () => ({ name: 'New' }) }],
  'DELETE /tokens/:id': [[401, 403, 403, 404, 200], { id: 'token' }],
  'GET /deliveries': [people],
  'GET /deliveries/:id': [[401, 403, 403, 404, 404], { id: 'channel' }],
  'GET /agents/:id/webhook': [owners, { id: 'channel' }],
  'POST /agents/:id/webhook/rotate': [owners, { id: 'channel' }],
  'POST /agents/:id/webhook/test': [[401, 403, 403, 403, 400], { id: 'channel' }],
  'GET /about': [owners],
  'GET /oauth/callback': [everyone, { query: () => '?state=one&code=c' }],
  'GET /auth/session': [people],
  'POST /auth/logout': [anyone],
  'POST /auth/login': [nowhere, { body: () => ({ email, password }) }],
  'POST /auth/device': [everyone, { body: () => ({ name: 'laptop' }) }],
  'POST /auth/device/token': [everyone, { body: () => ({ deviceCode: 'hd_unknown' }) }],
  'GET /auth/device': [people, { query: ({ userCode }) => `?userCode=${userCode}` }],
  'POST /auth/device/approve': [people, { body: ({ userCode }) => ({ userCode }) }],
  'POST /auth/device/deny': [people, { body: ({ userCode }) => ({ userCode }) }],
  'POST /auth/setup': [[401, 403, 403, 403, 201], { body: () => ({ email, password }) }],
};

const callers = ['nobody', 'a foreign key', 'a narrow key', 'a reviewer', 'an owner'] as const;

test('every route stands in the table below, and nothing else does', async () => {
  await using inbox = await testInbox();
  const { routes: all } = await appOf(inbox);
  const api = all.filter(({ path }) => path.startsWith('/api/v1/'));
  const names = api.map(({ method, path }) => {
    return `${method} ${path.slice('/api/v1'.length).replace(/\/$/, '')}`;
  });
  expect(names.sort()).toEqual(Object.keys(routes).sort());
});

test.each(Object.entries(routes))('%s asks who is calling', async (route, [expected, ask = {}]) => {
  const [method = '', path = ''] = route.split(' ');
  const statuses: number[] = [];
  for (const caller of callers) {
    await using inbox = await testInbox();
    const send = await appOf(inbox);
    const { headers, to } = await setting(inbox, send, caller);
    const target = path.replace(/:\w+/, ask.id ? to[ask.id] : '') + (ask.query?.(to) ?? '');
    const answer = await send(target, { method, ...contentOf(ask, to, headers) });
    statuses.push(answer.status);
    if (answer.status >= 400) expect(await answer.json()).toHaveProperty('statusCode');
  }
  expect(statuses).toEqual(expected);
});

function contentOf({ body, form }: Ask, to: Targets, headers: Record<string, string>): RequestInit {
  const file = new File(['hello'], 'hello.txt');
  if (form) return { headers, body: formOf(['channelId', form(to)], ['file', file]) };
  const json = { headers: { 'content-type': 'application/json', ...headers } };
  return body ? { ...json, body: JSON.stringify(body(to)) } : json;
}

type Send = Awaited<ReturnType<typeof appOf>>;

async function setting(inbox: TestInbox, send: Send, caller: (typeof callers)[number]) {
  const [own, other] = [(await inbox.channel()).id, (await inbox.channel()).id];
  const key = (...channels: string[]) =>
    createKey(inbox, inbox.owner, { name: 'Key', channels, expiresAt: null });
  const rita = { email: 'rita@example.com', name: 'Rita', role: 'reviewer' as const };
  const user = await createUser(inbox, inbox.owner, { ...rita, channels: [own] });
  const token = await createToken(inbox, inbox.owner, { name: 'Own' });
  const [narrow, foreign] = [await key(own), await key(other)];
  const reviewer = await createToken(inbox, inbox.owner, { name: 'Hers', email: rita.email });
  const { id: message } = await inbox.send({ channelId: own, review: { type: 'approval' } });
  await inbox.send({ channelId: own, streamId: 'turn', streamState: 'streaming', text: '' });
  await start(inbox, { channelId: own });
  const credentials: Record<typeof caller, Record<string, string>> = {
    nobody: {},
    'a foreign key': { 'x-api-key': foreign.key },
    'a narrow key': { 'x-api-key': narrow.key },
    'a reviewer': { authorization: `Bearer ${reviewer.token}` },
    'an owner': { authorization: `Bearer ${token.token}` },
  };
  const extra = await key();
  const file = await send('/files/store', {
    method: 'POST',
    ...contentOf({ form: () => own }, {} as Targets, credentials['an owner']),
  });
  const stored = (await file.json()) as { id: string };
  const { userCode } = beginDevice(inbox, { name: 'laptop' }, '192.0.2.1');
  const ids = { userCode, key: extra.id, user: user.id, token: token.id, file: stored.id };
  const to: Targets = { channel: own, message, stream: 'turn', ...ids };
  return { headers: credentials[caller], to };
}
