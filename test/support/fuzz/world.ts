/** Items on the server that requests can refer to: replaced now and then, for requests remove them. */
import type { FuzzServer } from '../event-loop/server.ts';

export type World = Awaited<ReturnType<typeof makeWorld>>;
type Made = { id: string; key: string; token: string };
type Send = { method?: string; headers?: Record<string, string>; body?: unknown };

export const callers = [
  'agent',
  'narrow',
  'owner',
  'reviewer',
  'session',
  'nobody',
  'bad',
] as const;
export type CallerName = (typeof callers)[number];

const NEWEST = 50;

/** Removes what requests have made, and makes something of each kind. */
export async function makeWorld({ url, token, setUpUrl }: FuzzServer) {
  const owner = { authorization: `Bearer ${token}` };
  async function call<T = Made>(path: string, { method = 'POST', headers, body }: Send = {}) {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...owner, ...headers, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    return { body: (await answer.json()) as T, headers: answer.headers };
  }
  const list = async (path: string) => (await call<Made[]>(path, { method: 'GET' })).body;
  const remove = (path: string) => call(path, { method: 'DELETE' });

  for (const { id } of await list('/agents')) await remove(`/agents/${id}`);
  for (const { id } of await list('/users')) await remove(`/users/${id}`);
  for (const { id } of await list('/tokens')) await remove(`/tokens/${id}`);

  const pools: Record<string, string[]> = {
    channel: [],
    message: [],
    file: [],
    key: [],
    user: [],
    token: [],
    email: [],
    stream: ['turn-1', 'turn-2'],
    client: ['once', 'twice', 'thrice'],
    setup: [setUpUrl?.split('token=')[1] ?? ''],
  };
  const know = (kind: string, id: unknown) => {
    if (typeof id === 'string') pools[kind] = [id, ...(pools[kind] ?? [])].slice(0, NEWEST);
  };
  for (const name of ['one', 'two', 'three'])
    know('channel', (await call('/agents', { body: { name } })).body.id);
  const [channelId = ''] = pools.channel ?? [];
  const key = (await call('/keys', { body: { name: 'all' } })).body;
  const narrow = (await call('/keys', { body: { name: 'one', channels: [channelId] } })).body;
  know('key', narrow.id);
  const login = {
    email: `rita-${crypto.randomUUID()}@example.com`,
    password: 'correct horse battery',
  };
  know('email', login.email);
  const rita = await call('/users', { body: { ...login, name: 'Rita', channels: [channelId] } });
  know('user', rita.body.id);
  const session = (await call('/auth/login', { body: login })).headers.get('set-cookie') ?? '';
  const own = (await call('/tokens', { body: { name: 'laptop', email: login.email } })).body;
  know('token', own.id);
  for (const { review, ...more } of messages) {
    know(
      'message',
      (
        await call('/messages', {
          headers: { 'x-api-key': key.key, authorization: '' },
          body: { channelId, ...more, review },
        })
      ).body.id,
    );
  }
  const form = new FormData();
  form.append('channelId', channelId);
  form.append('file', new File(['hello'], 'hello.txt', { type: 'text/plain' }));
  know(
    'file',
    (
      await call('/files/store', {
        headers: { 'x-api-key': key.key, authorization: '' },
        body: form,
      })
    ).body.id,
  );

  const credentials: Record<CallerName, Record<string, string>> = {
    agent: { 'x-api-key': key.key },
    narrow: { authorization: `Bearer ${narrow.key}` },
    owner,
    reviewer: { authorization: `Bearer ${own.token}` },
    session: { cookie: session.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' },
    nobody: {},
    bad: { 'x-api-key': 'hp_0123456789' },
  };
  return { pools, know, credentials };
}

const messages = [
  { text: 'Deployed', streamId: 'turn-1', streamState: 'streaming' },
  { text: 'Deploy?', clientId: 'once', review: { type: 'approval' } },
  { review: { type: 'selection', payload: { items: ['eu', 'us'], dismissLabel: 'No' } } },
  {
    review: {
      type: 'form',
      payload: { fields: [{ name: 'nodes', type: 'number', label: 'Nodes' }] },
    },
  },
  { review: { type: 'text-input' } },
  {
    review: {
      type: 'questions',
      payload: { questions: [{ id: 'region', question: 'Where?', options: ['eu', 'us'] }] },
    },
  },
  { review: { type: 'freeform' } },
  { review: { type: 'permission', payload: { tool: 'Bash', input: { command: 'ls' } } } },
];

/** Replaces each `@kind7` by an existing item. */
export function resolve(value: unknown, pools: World['pools']): unknown {
  if (typeof value === 'string') {
    return value.replace(/^@([a-z]+)(\d+)$/, (all, kind: string, n: string) => {
      const pool = pools[kind] ?? [];
      return pool[Number(n) % pool.length] ?? all;
    });
  }
  if (Array.isArray(value)) return value.map((one) => resolve(one, pools));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, resolve(inner, pools)]),
  );
}
