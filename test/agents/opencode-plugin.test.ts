import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { opencode } from '../../src/agents/opencode/files.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { eventually } from '../support/reach/eventually.ts';
import { testServer } from '../support/server/server.ts';

const server = await testServer();
afterAll(() => server[Symbol.asyncDispose]());
const channel: Agent = await server.channel({ name: 'OpenCode' });
const { body: key } = await server.as.owner.post<NewKey>('/keys', {
  name: 'opencode@laptop',
  channels: [channel.id],
});

const record = join(server.data, 'connected.json');
const [file] = opencode.files(
  {
    url: server.url,
    key: key.key,
    executable: '/opt/inbox',
    record,
    parts: ['hooks'],
    ask: ['git push *'],
    deniedCommands: ['answer'],
    deniedDirectories: ['/home/ann/.config/inbox'],
  },
  { home: server.data, variable: () => undefined },
);
const written = join(server.data, 'inbox.mjs');
await Bun.write(written, file && 'text' in file ? file.text : '');
await connectTo(server.url);

function connectTo(url: string): Promise<number> {
  const connected = { url, key: key.key, channelId: channel.id };
  return Bun.write(record, JSON.stringify({ clients: { opencode: connected } }));
}

type Event = { type: string; properties: Record<string, unknown> };

/** OpenCode, as far as the plugin uses it. */
async function openCode() {
  const replies: { url: string; body: object }[] = [];
  const parents: Record<string, string> = { child: 'grandchild-of', 'grandchild-of': 's1' };
  const client = {
    _client: {
      async get({ url }: { url: string }) {
        if (url === '/global/health') return { data: { version: '1.18.33' } };
        return { data: { parentID: parents[url.replace('/session/', '')] } };
      },
      async post(reply: { url: string; body: object }) {
        replies.push({ url: reply.url, body: reply.body });
        return {};
      },
    },
  };
  const { AgentInbox } = await import(written);
  const plugin = await AgentInbox({ client, directory: '/home/ann/shop' });
  return {
    plugin,
    emit: (event: Event): Promise<void> => plugin.event({ event }),
    replied: () => eventually(() => replies[0]),
    replies,
  };
}

let asked = 0;
function permission(more: object = {}): Event {
  const id = `per_${++asked}`;
  const properties = {
    id,
    sessionID: 's1',
    permission: 'bash',
    patterns: [`touch ${id}`],
    metadata: { command: `touch ${id}` },
    always: ['touch *'],
    ...more,
  };
  return { type: 'permission.asked', properties };
}

const question: Event = {
  type: 'question.asked',
  properties: {
    id: 'que_1',
    sessionID: 's1',
    questions: [{ question: 'Which?', options: [{ label: 'Red' }, { label: 'Blue' }] }],
  },
};

const replied = ({ properties: { id, sessionID } }: Event, reply: string): Event => ({
  type: 'permission.replied',
  properties: { sessionID, requestID: id, reply },
});

const all = async (): Promise<Message[]> =>
  (await server.as.owner.get<{ data: Message[] }>(`/messages?channel=${channel.id}`)).body.data;

const newest = (status: string): Promise<Message> =>
  eventually(async () => {
    const [found] = await all();
    return found?.review?.status === status ? found : undefined;
  });

async function decide(response: object): Promise<void> {
  const { id } = await newest('pending');
  await server.as.owner.post(`/reviews/${id}/respond`, { response });
}

test.each<[what: string, event: Event, response: object, url: RegExp, body: object]>([
  [
    'a yes',
    permission(),
    { decision: 'allow' },
    /^\/permission\/per_\d+\/reply$/,
    { reply: 'once' },
  ],
  ['always', permission(), { choice: 'always' }, /^\/permission/, { reply: 'always' }],
  [
    'a no with words',
    permission(),
    { decision: 'deny', message: 'Use a branch' },
    /^\/permission/,
    { reply: 'reject', message: 'Use a branch' },
  ],
  [
    'the answer to a question',
    question,
    { answers: { q1: { selected: ['2'] } } },
    /^\/question\/que_1\/reply$/,
    { answers: [['Blue']] },
  ],
])('gives OpenCode %s', async (_, event, response, url, body) => {
  const { emit, replied } = await openCode();
  await emit(event);
  await decide(response);
  const reply = await replied();
  expect(reply.url).toMatch(url);
  expect(reply.body).toEqual(body);
});

test('withdraws what is answered in the terminal, and gives no answer', async () => {
  const { emit, replies } = await openCode();
  const event = permission();
  await emit(event);
  await newest('pending');
  await emit(replied(event, 'reject'));
  const { review } = await newest('withdrawn');
  expect(review?.withdrawn?.why).toBe('answered in the terminal: rejected');
  expect(replies).toEqual([]);
});

test('asks nobody what OpenCode rejects by itself', async () => {
  const { emit } = await openCode();
  const before = (await all()).length;
  const [first, second] = [permission(), permission()];
  await emit(first);
  await emit(replied(first, 'reject'));
  await emit(second);
  await newest('pending');
  expect((await all()).length).toBe(before + 1);
  await emit(replied(second, 'once'));
  await newest('withdrawn');
});

test('asks for a sub-agent in the session of the person', async () => {
  const { emit } = await openCode();
  const event = permission({ sessionID: 'child' });
  await emit(event);
  const { metadata } = await newest('pending');
  expect(metadata?.source).toMatchObject({
    session: 's1',
    agentId: 'child',
    cwd: '/home/ann/shop',
  });
  await emit(replied(event, 'once'));
  await newest('withdrawn');
});

test('asks again, and for the same, when the inbox comes back', async () => {
  let calls = 0;
  await using away = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      calls++;
      const { pathname, search } = new URL(request.url);
      const passed = new Request(`${server.url}${pathname}${search}`, request);
      if (calls > 1) return fetch(passed);
      const gone = new AbortController();
      const asking = fetch(passed, { signal: gone.signal }).catch(() => {});
      await newest('pending');
      gone.abort();
      await asking;
      return new Response(null, { status: 502 });
    },
  });
  await connectTo(`${away.url}`);
  const { emit, replied } = await openCode();
  const before = (await all()).length;
  await emit(permission());
  await eventually(() => calls === 2);
  await decide({ decision: 'allow' });
  expect((await replied()).body).toEqual({ reply: 'once' });
  expect((await all()).length).toBe(before + 1);
  await connectTo(server.url);
});

test('puts its rules after those of the person', async () => {
  const { plugin } = await openCode();
  const config = { permission: { bash: 'allow', edit: 'ask' } };
  await plugin.config(config);
  expect(config.permission).toMatchObject({
    edit: 'ask',
    bash: {
      '*': 'allow',
      'git push *': 'ask',
      'inbox answer *': 'deny',
      '/opt/inbox answer *': 'deny',
    },
    external_directory: { '/home/ann/.config/inbox/*': 'deny' },
  });
  const plain = { permission: 'allow' };
  await plugin.config(plain);
  expect(plain.permission).toMatchObject({ '*': 'allow', bash: { inbox: 'deny' } });
});

test('has neither the key nor the URL in its file', async () => {
  const text = await Bun.file(written).text();
  expect(text).not.toContain(key.key);
  expect(text).not.toContain(server.url);
});
