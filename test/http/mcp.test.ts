import { afterAll, expect, test } from 'bun:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { NewKey, NewToken } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { ReviewRecord } from '../../src/core/reviews/schema.ts';
import type { Result } from '../../src/mcp/results.ts';
import { eventually } from '../support/reach/eventually.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const server = await testServer();
afterAll(() => server[Symbol.asyncDispose]());
const { owner } = server.as;
const channel = await server.channel({ name: 'Deploys' });
const key = await keyOf(server, [channel.id]);

async function keyOf({ as }: TestServer, channels: string[]): Promise<string> {
  const { body } = await as.owner.post<NewKey>('/keys', { name: 'agent@laptop', channels });
  return body.key;
}

type Mode = 'legacy' | 'auto';
type Connecting = {
  key?: string;
  mode?: Mode;
  name?: string;
  path?: string;
  headers?: Record<string, string>;
};

/** A client as its library makes it; `call` returns the structured result of a tool. */
async function connected(connecting: Connecting = {}) {
  const { key: own = key, mode = 'auto', name: by = 'probe', path = '', headers } = connecting;
  const client = new Client({ name: by, version: '1.2.3' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp${path}`), {
    requestInit: { headers: { authorization: `Bearer ${own}`, ...headers } },
  });
  await client.connect(transport);
  const raw = (name: string, given: object, signal = new AbortController().signal) =>
    client.callTool({ name, arguments: given as Record<string, unknown> }, { signal });
  return {
    client,
    raw,
    text: async (name: string, given: object) => textIn(await raw(name, given)),
    call: async <T = Result>(name: string, given: object) =>
      (await raw(name, given)).structuredContent as T,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const textIn = ({ content }: { content?: unknown }): string =>
  (content as { text: string }[])[0]?.text ?? '';

const pendingIn = async (id = channel.id) =>
  (await owner.get<Message[]>(`/reviews/pending?channel=${id}&order=newest`)).body;

/** Answers the question with this title, once it is asked. */
async function answer(title: string, response: object): Promise<Message> {
  const found = await eventually(async () =>
    (await pendingIn()).find(({ review }) => review?.payload.title === title),
  );
  const answered = await owner.post<Message>(`/reviews/${found.id}/respond`, { response });
  expect(answered.status).toBe(200);
  return answered.body;
}

test.each(['legacy', 'auto'] as const)(
  'asks, and returns the answer in both forms: %s',
  async (mode) => {
    await using agent = await connected({ mode });
    const title = `Deploy ${mode}?`;
    const asking = agent.raw('ask', { question: title, details: '# Why', wait_seconds: 30 });
    await answer(title, { selectedOption: 'reject', comment: 'Not on ``` Friday' });
    const result = await asking;
    const structured = result.structuredContent as Result;
    expect(structured).toMatchObject({
      status: 'answered',
      approved: false,
      choice: 'Reject',
      choice_id: 'reject',
      comment: 'Not on ``` Friday',
      next: 'Not a yes. Do not do it.',
      link: `${server.url}/m/${structured.id}`,
    });
    const [ours = '', theirs = '', ...more] = textIn(result).split('```');
    expect([ours.includes('Not a yes'), ours.includes('Friday'), more]).toEqual([
      true,
      false,
      [''],
    ]);
    expect(theirs).toContain('Friday');
    const { body } = await owner.get<ReviewRecord>(`/reviews/${structured.id}/record`);
    expect(body.told?.by).toBe('mcp');
  },
);

const kinds: [what: string, input: object, response: object, result: object][] = [
  ['an approval', {}, { selectedOption: 'approve' }, { approved: true, choice: 'Approve' }],
  [
    'options of which none is a yes',
    { options: ['Blue', 'Red'] },
    { selectedOption: '1' },
    { approved: false, choice: 'Blue', choice_id: '1' },
  ],
  [
    'options with a meaning',
    {
      options: [
        { label: 'Go', decision: 'allow' },
        { id: 'no', label: 'Stay' },
      ],
    },
    { selectedOption: '1' },
    { approved: true, choice: 'Go' },
  ],
  [
    'a choice',
    { kind: 'choose', options: ['eu', { id: 'x', label: 'us' }] },
    { selectedIds: ['x'] },
    { choice: 'us', choice_id: 'x' },
  ],
  [
    'several choices',
    { options: ['eu', 'us', 'ap'], multiple: true },
    { selectedIds: ['1', '3'] },
    { choice: ['eu', 'ap'], choice_id: ['1', '3'] },
  ],
  ['a text', { kind: 'text' }, { text: 'Ann' }, { text: 'Ann' }],
  [
    'a form',
    { fields: [{ name: 'n', type: 'number', label: 'N' }] },
    { n: 3 },
    { values: { n: 3 } },
  ],
];
test.each(kinds)('asks for %s', async (what, input, response, wanted) => {
  await using agent = await connected();
  const asking = agent.call('ask', { question: what, wait_seconds: 30, ...input });
  await answer(what, response);
  const result = await asking;
  expect(result).toMatchObject({ status: 'answered', ...wanted });
  if (!('approved' in wanted)) expect(result).not.toHaveProperty('approved');
});

test('returns pending without a yes, and the answer from a wait for several', async () => {
  await using agent = await connected();
  const ask = (question: string) => agent.call('ask', { question, wait_seconds: 0 });
  const [one, two] = [await ask('One?'), await ask('Two?')];
  expect(one).toMatchObject({
    status: 'pending',
    next: 'Neither yes nor no. Do not do it. Call wait with this id.',
    reach: { state: 'nobody', warning: expect.any(String) },
  });
  expect(one).not.toHaveProperty('approved');
  const waiting = agent.call<{ results: Result[] }>('wait', { ids: [one.id, two.id] });
  await answer('Two?', { selectedOption: 'approve' });
  const { results } = await waiting;
  expect(results.map(({ status }) => status)).toEqual(['pending', 'answered']);
  const checked = await agent.call<{ waiting: Result[]; answered: Result[] }>('check', {});
  expect(checked.waiting.map(({ id }) => id)).toContain(one.id);
  expect(checked.answered.map(({ id }) => id)).toContain(two.id);
});

test('does not withdraw when a client gives up, and withdraws what it asked', async () => {
  await using agent = await connected();
  const leaving = new AbortController();
  const left = agent.raw('ask', { question: 'Still?', wait_seconds: 60 }, leaving.signal);
  left.catch(() => {});
  const found = await eventually(async () =>
    (await pendingIn()).find(({ review }) => review?.payload.title === 'Still?'),
  );
  leaving.abort();
  await expect(left).rejects.toThrow();
  expect(await agent.call('wait', { ids: [found.id], wait_seconds: 0 })).toMatchObject({
    results: [{ status: 'pending' }],
  });
  const withdrawn = { id: found.id, reason: 'Found it' };
  expect(await agent.call('withdraw', withdrawn)).toMatchObject({ status: 'withdrawn' });
  expect(await agent.call('withdraw', withdrawn)).toMatchObject({ status: 'withdrawn' });
});

test('takes the same request for one question, and says where it comes from', async () => {
  await using agent = await connected();
  const ask = (question = 'Once?') =>
    agent.raw('ask', { question, request_id: 'r-1', wait_seconds: 0 });
  const [first, second] = [await ask(), await ask()];
  const { id } = first.structuredContent as Result;
  expect((second.structuredContent as Result).id).toBe(id);
  const other = await ask('Other?');
  expect(other).toMatchObject({ isError: true });
  const { body } = await owner.get<Message>(`/reviews/${id}`);
  expect(body.metadata?.source).toMatchObject({ client: 'probe', version: '1.2.3', callId: 'r-1' });
});

test.each(['legacy', 'auto'] as const)(
  'says which client asks, in every version of the protocol: %s',
  async (mode) => {
    const clientOf = async (name: string) => {
      await using agent = await connected({ mode, name });
      const { id } = await agent.call('ask', { question: `By ${name}?`, wait_seconds: 0 });
      return (await owner.get<Message>(`/messages/${id}`)).body.metadata?.source;
    };
    expect(await clientOf('Büro-Agent')).toEqual({ client: 'Büro-Agent', version: '1.2.3' });
    expect(await clientOf(' ')).toEqual({ client: 'MCP' });
    expect(await clientOf('x'.repeat(300))).toMatchObject({ client: 'x'.repeat(200) });
  },
);

test('writes to people, with a status', async () => {
  await using agent = await connected();
  const { id } = await agent.call('notify', { text: 'Done', status: 'resting' });
  expect((await owner.get<Message>(`/messages/${id}`)).body).toMatchObject({ text: 'Done' });
  const { body } = await owner.get<Agent>(`/agents/${channel.id}`);
  expect(body.statusMessage).toBe('resting');
});

test('names the argument that is wrong, and the channels of which one is to be named', async () => {
  await using agent = await connected();
  const wrong = await agent.raw('ask', { question: 'Which?', kind: 'choose' });
  expect([wrong.isError, textIn(wrong)]).toEqual([true, expect.stringContaining('options: ')]);
  const both = [channel.id, (await server.channel()).id];
  const wide = await keyOf(server, both);
  await using several = await connected({ key: wide });
  const which = textIn(await several.raw('ask', { question: 'Where?' }));
  for (const id of [...both, 'X-Inbox-Channel']) expect(which).toContain(id);
  await using named = await connected({ key: wide, headers: { 'x-inbox-channel': channel.id } });
  expect(await named.call('ask', { question: 'Here?', wait_seconds: 0 })).toHaveProperty('id');
});

test('shows a key the questions of its own channels alone', async () => {
  await using agent = await connected();
  const { id } = await agent.call('ask', { question: 'Mine?', wait_seconds: 0 });
  const elsewhere = await keyOf(server, [(await server.channel()).id]);
  await using foreign = await connected({ key: elsewhere });
  expect(await foreign.raw('wait', { ids: [id], wait_seconds: 0 })).toMatchObject({
    isError: true,
  });
  expect(await foreign.raw('withdraw', { id })).toMatchObject({ isError: true });
});

test('decides about a tool of Claude Code, with its input', async () => {
  await using agent = await connected({ path: '/claude-permissions' });
  const input = { command: 'make deploy' };
  const prompt = (id: string) =>
    agent.text('permission_prompt', { tool_name: 'Bash', input, tool_use_id: id });
  const allowing = prompt('toolu_1');
  await answer('Bash: make deploy', { decision: 'allow' });
  expect(JSON.parse(await allowing)).toEqual({ behavior: 'allow', updatedInput: input });
  const denying = prompt('toolu_2');
  await answer('Bash: make deploy', { decision: 'deny', message: 'Not now' });
  expect(JSON.parse(await denying)).toEqual({ behavior: 'deny', message: 'Not now' });
});

test.each(['legacy', 'auto'] as const)(
  'withdraws the question about a tool once its client has given the call up: %s',
  async (mode) => {
    await using agent = await connected({ path: '/claude-permissions', mode });
    await using other = await connected({ path: '/claude-permissions', mode });
    const held = (by: typeof agent, command: string, signal?: AbortSignal) =>
      by.raw('permission_prompt', { tool_name: 'Bash', input: { command } }, signal);
    const [leaving, stays] = [`make ${mode}`, `test ${mode}`];
    const ending = new AbortController();
    const left = held(agent, leaving, ending.signal);
    left.catch(() => {});
    // Its call has the same number.
    const staying = held(other, stays);
    const asked = await eventually(async () =>
      (await pendingIn()).find(({ review }) => review?.payload.title === `Bash: ${leaving}`),
    );
    ending.abort();
    await eventually(async () => {
      const { body } = await owner.get<Message>(`/messages/${asked.id}`);
      return body.review?.status === 'withdrawn';
    });
    await answer(`Bash: ${stays}`, { decision: 'allow' });
    expect(textIn(await staying)).toContain('allow');
  },
);

// Calls without the library.

const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const post = (body: unknown, headers: Record<string, string> = {}, path = '/mcp') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('is for keys alone', async () => {
  const { body } = await owner.post<NewToken>('/tokens', { name: 'T' });
  const local = server.as.ownerHeaders.authorization ?? '';
  const statuses = await Promise.all(
    ['Bearer nonsense', `Bearer hp_${'0'.repeat(48)}`, `Bearer ${body.token}`, local].map(
      async (authorization) => {
        const { status, headers } = await post(rpc('tools/list'), { authorization });
        return [status, headers.get('www-authenticate')];
      },
    ),
  );
  expect(statuses).toEqual([
    [401, null],
    [401, null],
    [403, null],
    [403, null],
  ]);
});

const refused: [what: string, send: () => Promise<Response>, status: number][] = [
  ['a batch', () => post([rpc('tools/list'), rpc('tools/list')]), 400],
  ['no JSON', () => post('{'), 400],
  ['nothing', () => post(''), 400],
  ['a deep body', () => post('['.repeat(100) + ']'.repeat(100)), 400],
  ['a large body', () => post(rpc('ping', { text: 'x'.repeat(1024 * 1024) })), 400],
  ['GET', () => fetch(`${server.url}/mcp`), 405],
  ['DELETE', () => fetch(`${server.url}/mcp`, { method: 'DELETE' }), 405],
  [
    'a page of another site',
    () => post(rpc('tools/list'), { origin: 'https://evil.example' }),
    403,
  ],
  ['its metadata', () => fetch(`${server.url}/.well-known/oauth-protected-resource`), 404],
];
test.each(refused)('refuses %s', async (_, send, status) => {
  const answered = await send();
  expect(answered.status).toBe(status);
  expect(answered.headers.get('content-type')).toStartWith('application/json');
});

test('lets a page of the inbox call it', async () => {
  expect((await post(rpc('tools/list'), { origin: server.url })).status).toBe(200);
});

test('ends a held call that its client gives up in another request, and asks on', async () => {
  const clientInfo = { name: 'probe', version: '1' };
  const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const begun = await post(rpc('initialize', handshake));
  const session = begun.headers.get('mcp-session-id') ?? '';
  const calling = { name: 'ask', arguments: { question: 'Given up?', wait_seconds: 100 } };
  const held = await post(rpc('tools/call', calling), { 'mcp-session-id': session });
  const isAsked = async () =>
    (await pendingIn()).some(({ review }) => review?.payload.title === 'Given up?');
  await eventually(isAsked);
  const giveUp = (requestId: number, from: string) =>
    post(
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
      { 'mcp-session-id': from },
    );
  let hasEnded = false;
  const ended = held.text().finally(() => {
    hasEnded = true;
  });
  for (const [id, from] of [
    [1, 'another'],
    [2, session],
  ] as const) {
    expect([(await giveUp(id, from)).status, hasEnded]).toEqual([202, false]);
  }
  await giveUp(1, session);
  expect(await ended).not.toContain('data:');
  expect(await isAsked()).toBe(true);
});

test.each(['legacy', 'auto'] as const)(
  'lets the pages of a listed origin call with every header of a client: %s',
  async (mode) => {
    const origin = 'https://app.example.com';
    await using open = await testServer({ corsOrigins: origin });
    const own = await keyOf(open, [(await open.channel()).id]);
    const sent = new Set<string>();
    const noting = (url: string | URL, init?: RequestInit) => {
      for (const name of new Headers(init?.headers).keys()) sent.add(name);
      return fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), origin },
      });
    };
    const url = new URL(`${open.url}/mcp`);
    const requestInit = { headers: { authorization: `Bearer ${own}`, 'x-inbox-channel': 'Bot' } };
    const client = new Client({ name: 'p', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: noting }));
    await client.callTool({ name: 'check', arguments: {} });
    await client.close();
    const asking = { origin, 'access-control-request-method': 'POST' };
    const { headers } = await fetch(url, { method: 'OPTIONS', headers: asking });
    const allowed = headers.get('access-control-allow-headers')?.split(', ');
    expect([...sent].filter((name) => name !== 'accept' && !allowed?.includes(name))).toEqual([]);
    expect(headers.get('access-control-expose-headers')).toContain('mcp-session-id');
  },
);

test.each(['', '/claude-permissions'])(
  'lets no client wait for tools that change, and no such wait take a place: /mcp%s',
  async (path) => {
    await using agent = await connected({ path });
    expect(agent.client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
    const version = '2026-07-28';
    const known = {
      protocolVersion: version,
      clientInfo: { name: 'probe', version: '1' },
      clientCapabilities: {},
    };
    const _meta = Object.fromEntries(
      Object.entries(known).map(([name, value]) => [`io.modelcontextprotocol/${name}`, value]),
    );
    const method = 'subscriptions/listen';
    const listening = rpc(method, { _meta, notifications: { toolsListChanged: true } });
    const headers = { 'mcp-protocol-version': version, 'mcp-method': method };
    const refused = await post(listening, headers, `/mcp${path}`);
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      { error: { code: -32601 } },
    ]);
  },
);

test('sends its first bytes before the answer', async () => {
  const call = rpc('tools/call', {
    name: 'ask',
    arguments: { question: 'Slow?', wait_seconds: 60 },
  });
  const answered = await post(call);
  expect(answered.headers.get('x-accel-buffering')).toBe('no');
  const reader = answered.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toStartWith(': ');
  await reader?.cancel();
});
