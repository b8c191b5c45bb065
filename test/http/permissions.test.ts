import { expect, test } from 'bun:test';
import { createKey } from '../../src/core/access/keys.ts';
import { createToken } from '../../src/core/access/tokens.ts';
import { createUser } from '../../src/core/access/users.ts';
import { appOf } from '../support/app.ts';
import { type TestInbox, testInbox } from '../support/inbox.ts';

/** What a request may name: all of it belongs to the channel that only the foreign key lacks. */
type Targets = Record<'channel' | 'message' | 'stream' | 'key' | 'user' | 'token', string>;
type Ask = { id?: keyof Targets; query?: (to: Targets) => string; body?: (to: Targets) => unknown };
type Statuses = [nobody: number, foreign: number, narrow: number, reviewer: number, owner: number];

const inChannel: Statuses = [401, 404, 200, 200, 200];
const anyone: Statuses = [401, 200, 200, 200, 200];
const people: Statuses = [401, 403, 403, 200, 200];
const owners: Statuses = [401, 403, 403, 403, 200];
const made = (statuses: Statuses) => statuses.map((one) => (one === 200 ? 201 : one)) as Statuses;
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
  'POST /messages/:id/ack': [inChannel, { id: 'message' }],
  'POST /messages/:id/retry': [people, { id: 'message' }],
  'PATCH /messages/streams/:streamId': [
    [401, 404, 200, 403, 403],
    { id: 'stream', body: () => ({ text: 'More' }) },
  ],
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
  'GET /agents': [anyone],
  'POST /agents': [[401, 201, 201, 403, 201], { body: () => ({ name: 'New' }) }],
  'GET /agents/:id': [inChannel, { id: 'channel' }],
  'POST /agents/setWebhook': [
    [401, 404, 200, 403, 200],
    { body: ({ channel }) => ({ channelId: channel, url: 'https://example.com/hook' }) },
  ],
  'POST /agents/deleteWebhook': [
    [401, 404, 200, 403, 200],
    { body: ({ channel }) => ({ channelId: channel }) },
  ],
  'PATCH /agents/:id': [owners, { id: 'channel', body: () => ({ name: 'New' }) }],
  'DELETE /agents/:id': [owners, { id: 'channel' }],
  'POST /status/ping': [
    [401, 404, 200, 403, 403],
    { body: ({ channel }) => ({ agentId: channel }) },
  ],
  'GET /plugins': [anyone],
  'GET /plugins/:name': [[401, 404, 404, 404, 404]],
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
  'GET /auth/session': [people],
  'POST /auth/logout': [anyone],
  'POST /auth/login': [nowhere, { body: () => ({ email, password }) }],
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
    const { headers, to } = await setting(inbox, caller);
    const target = path.replace(/:\w+/, ask.id ? to[ask.id] : 'unknown') + (ask.query?.(to) ?? '');
    const send = await appOf(inbox);
    const body = ask.body && { body: JSON.stringify(ask.body(to)) };
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    const answer = await send(target, { ...init, ...body });
    statuses.push(answer.status);
    if (answer.status >= 400) expect(await answer.json()).toHaveProperty('statusCode');
  }
  expect(statuses).toEqual(expected);
});

async function setting(inbox: TestInbox, caller: (typeof callers)[number]) {
  const [own, other] = [(await inbox.channel()).id, (await inbox.channel()).id];
  const key = (...channels: string[]) =>
    createKey(inbox, inbox.owner, { name: 'Key', channels, expiresAt: null });
  const rita = { email: 'rita@example.com', name: 'Rita', role: 'reviewer' as const };
  const user = await createUser(inbox, inbox.owner, { ...rita, channels: [own] });
  const token = await createToken(inbox, inbox.owner, { name: 'Own' });
  const [narrow, foreign] = [await key(own), await key(other)];
  const reviewer = await createToken(inbox, inbox.owner, { name: 'Hers', email: rita.email });
  const { id: message } = await inbox.send({ channelId: own, review: { type: 'approval' } });
  const stream = 'turn-1';
  await inbox.send({ channelId: own, streamId: stream, streamState: 'streaming', text: '' });
  const credentials: Record<typeof caller, Record<string, string>> = {
    nobody: {},
    'a foreign key': { 'x-api-key': foreign.key },
    'a narrow key': { 'x-api-key': narrow.key },
    'a reviewer': { authorization: `Bearer ${reviewer.token}` },
    'an owner': { authorization: `Bearer ${token.token}` },
  };
  const extra = await key();
  const to: Targets = {
    channel: own,
    message,
    stream,
    key: extra.id,
    user: user.id,
    token: token.id,
  };
  return { headers: credentials[caller], to };
}
