import { afterAll, expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { AuditEntry } from '../../src/core/audit/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { ReviewRecord } from '../../src/core/reviews/schema.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { slowly } from '../support/machine/sized.ts';
import { eventually } from '../support/reach/eventually.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const server = await testServer();
afterAll(() => server[Symbol.asyncDispose]());
const channel = await server.channel({ name: 'Claude Code' });
const own = await keyFor(server, [channel.id]);

async function keyFor({ as }: TestServer, channelIds: string[]): Promise<string> {
  const { body } = await as.owner.post<NewKey>('/keys', {
    name: 'claude@laptop',
    channels: channelIds,
  });
  return body.key;
}

const request = (more: object = {}) => ({
  session_id: 's1',
  transcript_path: '/tmp/t.jsonl',
  cwd: '/home/ann/shop',
  permission_mode: 'default',
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf build', description: 'Empty the build' },
  ...more,
});

type Held = { response: Promise<Response>; close: () => void };
function call(
  body: unknown,
  { key = own, client = 'claude', headers = {}, search = '', url = server.url } = {},
): Held {
  const gone = new AbortController();
  const response = fetch(`${url}/api/v1/hooks/${client}${search}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: gone.signal,
  });
  response.catch(() => {});
  return { response, close: () => gone.abort() };
}

/** The pending questions, once there are that many. */
async function asked(count = 1): Promise<Message[]> {
  const path = `/reviews/pending?channel=${channel.id}&order=oldest`;
  const pending = async () => (await server.as.owner.get<Message[]>(path)).body;
  await eventually(async () => (await pending()).length >= count);
  return pending();
}

async function decide(message: Message | undefined, response: object) {
  const { status } = await server.as.owner.post(`/reviews/${message?.id}/respond`, { response });
  expect(status).toBe(200);
}

async function ended(id: string | undefined): Promise<Message> {
  const read = async () => (await server.as.owner.get<Message>(`/reviews/${id}`)).body;
  await eventually(async () => (await read()).review?.status !== 'pending');
  return read();
}

test('holds a call until a person decides, and answers in the form of the client', async () => {
  const { response } = call(request());
  const [message] = await asked();
  expect(message?.review).toMatchObject({ type: 'permission', hold: true, status: 'pending' });
  expect(message?.review?.payload).toMatchObject({ tool: 'Bash', title: 'Bash: rm -rf build' });
  expect(message?.metadata?.source).toMatchObject({
    client: 'Claude Code',
    session: 's1',
    cwd: '/home/ann/shop',
    tool: 'Bash',
  });
  await decide(message, { decision: 'deny', message: 'Not today' });
  const answer = await response;
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  expect(await answer.json()).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: { behavior: 'deny', message: 'Not today' },
    },
  });
  const path = `/reviews/${message?.id}/record`;
  const record = async () => (await server.as.owner.get<ReviewRecord>(path)).body;
  await eventually(async () => (await record()).told?.by === 'hook');
});

test('keeps every digit of an input that is edited', async () => {
  const body = JSON.stringify(request({ tool_input: { id: 0, text: 'a' } }));
  const { response } = call(body.replace('"id":0', '"id":9007199254740993'));
  const [message] = await asked();
  const text = `{"response":{"decision":"allow","input":{"id":9007199254740993,"text":"b"}}}`;
  await fetch(`${server.url}/api/v1/reviews/${message?.id}/respond`, {
    method: 'POST',
    headers: { ...server.as.ownerHeaders, 'content-type': 'application/json' },
    body: text,
  });
  const answer = await (await response).text();
  expect(answer).toContain('"updatedInput":{"id":9007199254740993,"text":"b"}');
});

test('withdraws the question of a client whose connection closes', async () => {
  const held = call(request());
  const [message] = await asked();
  held.close();
  const { review } = await ended(message?.id);
  expect(review?.withdrawn?.why).toBe('its agent has gone');
});

test('withdraws what was allowed in the terminal, and answers nothing', async () => {
  const { response } = call(request());
  const [message] = await asked();
  const other = call(request({ tool_input: { command: 'ls' } }));
  await asked(2);
  const ran = { hook_event_name: 'PostToolUse', tool_response: 'secret' };
  const done = await call(request(ran)).response;
  expect([done.status, await done.text()]).toEqual([200, '']);
  expect(await (await response).text()).toBe('');
  const { review } = await ended(message?.id);
  expect(review?.withdrawn?.why).toBe('allowed in the terminal');
  const [left] = await asked();
  expect(left?.review?.payload.title).toBe('Bash: ls');
  await call(request({ hook_event_name: 'SessionEnd' })).response;
  expect(await (await other.response).text()).toBe('');
});

test('gives the reason of a tool that has run to what the end of its turn overtook', async () => {
  const first = call(request({ session_id: 's3' }));
  const [message] = await asked();
  const second = call(request({ session_id: 's4' }));
  const [, other] = await asked(2);
  const stop = (session_id: string) =>
    call(request({ session_id, hook_event_name: 'Stop' })).response;
  const stopped = [stop('s3'), stop('s4')];
  await call(request({ session_id: 's3', hook_event_name: 'PostToolUse' })).response;
  await Promise.all([...stopped, first.response, second.response]);
  const why = async (id?: string) => (await ended(id)).review?.withdrawn?.why;
  expect(await why(message?.id)).toBe('allowed in the terminal');
  expect(await why(other?.id)).toBe('its turn has ended');
});

test('notes once that a tool ran although it was denied', async () => {
  const { response } = call(request({ session_id: 's2' }));
  const [message] = await asked();
  await decide(message, { decision: 'deny' });
  await response;
  const ran = request({ session_id: 's2', hook_event_name: 'PostToolUse' });
  await call({ ...ran, tool_input: { command: 'ls' } }).response;
  expect((await ended(message?.id)).review?.ranAt).toBeNull();
  for (let count = 0; count < 2; count++) await call(ran).response;
  expect((await ended(message?.id)).review?.ranAt).toBeString();
  const { body } = await server.as.owner.get<{ data: AuditEntry[] }>('/audit?limit=5');
  expect(body.data.filter(({ action }) => action === 'review.ran')).toHaveLength(1);
});

test('has no opinion once its question has expired', async () => {
  const { response } = call(request(), { search: '?expires=1' });
  const [message] = await asked();
  expect(await (await response).text()).toBe('');
  expect((await ended(message?.id)).review?.status).toBe('expired');
});

test('has no opinion once its question or its channel was deleted', async () => {
  const other = await server.channel();
  const { response } = call(request());
  const [message] = await asked();
  const key = await keyFor(server, [other.id]);
  const there = call(request(), { key });
  const path = `/reviews/pending?channel=${other.id}`;
  await eventually(async () => (await server.as.owner.get<Message[]>(path)).body.length === 1);
  await server.as.owner.delete(`/messages/${message?.id}`);
  await server.as.owner.delete(`/agents/${other.id}`);
  expect(await (await response).text()).toBe('');
  expect(await (await there.response).text()).toBe('');
});

test('withdraws for a reason of any length', async () => {
  const questions = [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }];
  const asking = request({ tool_name: 'AskUserQuestion', tool_input: { questions } });
  const { response } = call(asking);
  const [message] = await asked();
  const answers = { 'Which?': 'long '.repeat(1000) };
  const ran = { ...asking, hook_event_name: 'PostToolUse', tool_input: { questions, answers } };
  expect((await call(ran).response).status).toBe(200);
  expect(await (await response).text()).toBe('');
  const { review } = await ended(message?.id);
  expect(review?.withdrawn?.why).toStartWith('answered in the terminal: long long');
  expect(review?.withdrawn?.why?.length).toBe(500);
});

/** The hooks of a new key, without a network. */
async function hooksOf(inbox: TestInbox) {
  const send = await appOf(inbox, { rateLimit: 'off' });
  const owned = async <T>(path: string, body: object): Promise<T> =>
    (await send(path, jsonBody(body, { authorization: 'Bearer local' }))).json();
  const { id } = await owned<Agent>('/agents', { name: 'Claude Code' });
  const { key } = await owned<NewKey>('/keys', { name: 'claude@laptop', channels: [id] });
  return (more: object) => send('/hooks/claude', jsonBody(request(more), { 'x-api-key': key }));
}

test('holds 500 calls of a key, and still carries out what asks nothing', async () => {
  await using inbox = await testInbox();
  const hook = await hooksOf(inbox);
  const sessions = Array.from({ length: 500 }, (_, index) => ({ session_id: `full ${index}` }));
  const held = await Promise.all(sessions.map(hook));
  const over = await hook({ session_id: 'over' });
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, '1']);
  const pending = inbox.store.read.selectFrom('reviews').where('status', '=', 'pending');
  const count = async () => (await pending.select('messageId').execute()).length;
  expect(await count()).toBe(500);
  expect((await hook({ session_id: 'full 7', hook_event_name: 'SessionEnd' })).status).toBe(200);
  expect(await held[7]?.text()).toBe('');
  expect(await count()).toBe(499);
});

// Its lease is renewed every 10 seconds.
slowly('keeps the agent active while its call is held', async () => {
  await using inbox = await testInbox();
  const hook = await hooksOf(inbox);
  const lastActive = async () => {
    const channels = inbox.store.read.selectFrom('channels').select('lastActiveAt');
    return (await channels.executeTakeFirst())?.lastActiveAt;
  };
  await hook({});
  const leased = inbox.store.read.selectFrom('reviews').where('lease', '>', 0).select('messageId');
  await eventually(() => leased.executeTakeFirst());
  await eventually(async () => (await lastActive()) === '2030-01-02T12:00:00.000Z');
  inbox.clock.advance(61_000);
  await eventually(async () => (await lastActive()) === '2030-01-02T12:01:01.000Z');
});

test('counts what it does not understand, and says it once', async () => {
  const odd = request({ hook_event_name: 'Surprise' });
  for (let count = 0; count < 3; count++) {
    const answer = await call(odd, { headers: { 'user-agent': 'claude-code/2.1.332' } }).response;
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  }
  await call(odd, { headers: { 'user-agent': 'axios/1.13.2' } }).response;
  const large = await call(`{"a":"${'x'.repeat(1_100_000)}"}`).response;
  expect([large.status, await large.text()]).toEqual([200, '']);
  const { body } = await server.as.owner.get<{ data: Message[] }>(
    `/messages?channel=${channel.id}`,
  );
  const said = body.data.map(({ text }) => text ?? '').filter((text) => /understand/.test(text));
  expect(said.filter((text) => text.includes('event Surprise'))).toEqual([
    expect.stringContaining('Claude Code called'),
    expect.stringContaining('Claude Code 2.1.332 called'),
  ]);
  expect(said.filter((text) => text.includes('1MiB'))).toHaveLength(1);
});

test('says a reason once a day, counts 20 reasons apart, and forgets them after a month', async () => {
  await using inbox = await testInbox();
  const hook = await hooksOf(inbox);
  const faults = inbox.store.read.selectFrom('hook_faults').select(['reason', 'count']);
  const said = async () => {
    const messages = await inbox.store.read.selectFrom('messages').select('text').execute();
    return messages.filter(({ text }) => text?.includes('does not understand')).length;
  };
  for (let at = 0; at < 25; at++) await hook({ hook_event_name: `Odd${at}` });
  const counted = await faults.orderBy('reason').execute();
  expect([counted.length, counted.at(-1)]).toEqual([21, { reason: 'something else', count: 5 }]);
  expect(await said()).toBe(21);
  inbox.clock.advance(86_399_000);
  await hook({ hook_event_name: 'Odd7' });
  expect(await said()).toBe(21);
  inbox.clock.advance(1000);
  await hook({ hook_event_name: 'Odd7' });
  expect(await said()).toBe(22);
  inbox.clock.advance(31 * 86_400_000);
  await hook({ hook_event_name: 'New' });
  expect(await faults.execute()).toEqual([{ reason: 'event New', count: 1 }]);
});

test('leaves the decision to the client when the server stops', async () => {
  const stopped = await testServer();
  const { id } = await stopped.channel();
  const held = call(request(), { key: await keyFor(stopped, [id]), url: stopped.url });
  const path = `/reviews/pending?channel=${id}`;
  await eventually(async () => (await stopped.as.owner.get<Message[]>(path)).body.length === 1);
  await stopped.stop();
  const answer = await held.response;
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  await stopped[Symbol.asyncDispose]();
});

test('asks once what a client sends again, and answers the later connection', async () => {
  const properties = { id: 'per_1', sessionID: 'ses_1', permission: 'bash', metadata: {} };
  const again = { event: { type: 'permission.asked', properties } };
  const first = call(again, { client: 'opencode' });
  const [message, ...others] = await asked();
  const second = call(again, { client: 'opencode' });
  first.close();
  await decide(message, { decision: 'deny', message: 'No' });
  expect(await (await second.response).json()).toEqual({ reply: 'reject', message: 'No' });
  expect(others).toEqual([]);
});

test('takes keys alone, of one channel unless they name it', async () => {
  const second = await server.channel();
  const both = await keyFor(server, [channel.id, second.id]);
  const status = async (held: Held) => (await held.response).status;
  const known = request({ hook_event_name: 'SessionEnd' });
  expect(await status(call(known, { key: both }))).toBe(400);
  const headers = { 'x-inbox-channel': second.id };
  expect(await status(call(known, { key: both, headers }))).toBe(200);
  expect(await status(call(known, { headers }))).toBe(404);
  const { body: all } = await server.as.owner.post<NewKey>('/keys', { name: 'all' });
  const nowhere = { key: all.key, headers: { 'x-inbox-channel': 'nosuch' } };
  expect(await status(call({ hook_event_name: 7 }, nowhere))).toBe(404);
  expect(await status(call(known, { key: 'hp_wrong' }))).toBe(401);
  expect(await status(call(known, { client: 'nobody' }))).toBe(404);
  const { status: local } = await server.as.owner.post('/hooks/claude', known);
  expect(local).toBe(403);
});
