import { afterAll, expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { outcomeOf } from '../support/machine/outcome.ts';
import { eventually } from '../support/reach/eventually.ts';
import { testServer } from '../support/server/server.ts';

const root = `${import.meta.dir}/../..`;
const server = await testServer();
afterAll(() => server[Symbol.asyncDispose]());
const channel: Agent = await server.channel({ name: 'Claude Code' });
const { body: key } = await server.as.owner.post<NewKey>('/keys', {
  name: 'claude@laptop',
  channels: [channel.id],
});

function hook(
  stdin: string,
  { args = [], url = server.url }: { args?: string[]; url?: string | null } = {},
) {
  const child = Bun.spawn([process.execPath, 'bin/inbox.ts', 'hook', ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: server.data,
      INBOX_DATA: server.data,
      INBOX_API_KEY: key.key,
      ...(url === null ? {} : { INBOX_URL: url }),
    },
    stdin: new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  return { child, read: outcomeOf(child) };
}

const request = (more: object = {}) =>
  JSON.stringify({
    session_id: 's1',
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    tool_input: { command: 'ls', id: 'N' },
    ...more,
  }).replace('"N"', '9007199254740993');

async function pending(): Promise<Message> {
  const path = `/reviews/pending?channel=${channel.id}`;
  const read = async () => (await server.as.owner.get<Message[]>(path)).body[0];
  return eventually(read);
}

test('carries the call to the inbox, and prints the answer alone', async () => {
  const { read } = hook(request(), { args: ['claude'] });
  const { id } = await pending();
  await server.as.owner.post(`/reviews/${id}/respond`, { response: { decision: 'allow' } });
  const { code, out, err } = await read;
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out).hookSpecificOutput.decision).toEqual({ behavior: 'allow' });
});

test('keeps what a tool has returned on this machine', async () => {
  const bodies: string[] = [];
  await using other = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(called) {
      bodies.push(await called.text());
      return new Response(null);
    },
  });
  const ran = request({ hook_event_name: 'PostToolUse', tool_response: 'a secret' });
  const failed = request({ hook_event_name: 'PostToolUseFailure', error: 'a secret' });
  for (const stdin of [ran, failed]) {
    const { read } = hook(stdin, { args: ['claude'], url: `${other.url}` });
    expect(await read).toEqual({ code: 0, out: '', err: '' });
  }
  expect(bodies).toHaveLength(2);
  for (const body of bodies) {
    expect(body).toContain('"id":9007199254740993');
    expect(body).not.toContain('secret');
  }
});

test.each<[what: string, args: string[], code: number]>([
  ['goes on', [], 0],
  ['refuses with --fail closed', ['--fail', 'closed'], 2],
])('%s if the inbox is away, prints nothing, and says why', async (_, args, code) => {
  const { read } = hook(request(), { args: ['claude', ...args], url: 'http://127.0.0.1:9' });
  const ended = await read;
  expect([ended.code, ended.out]).toEqual([code, '']);
  expect(ended.err).toStartWith('inbox hook: ');
});

test('refuses with --fail closed if nobody has decided, but not what asks nothing', async () => {
  const args = ['claude', '--fail', 'closed'];
  const { code, out, err } = await hook(request({ hook_event_name: 'Odd' }), { args }).read;
  expect([code, out, err]).toEqual([2, '', 'inbox hook: nobody has decided\n']);
  const ended = await hook(request({ hook_event_name: 'SessionEnd' }), { args }).read;
  expect(ended).toEqual({ code: 0, out: '', err: '' });
});

test.each([
  ['no client', [], request()],
  ['an unknown option', ['claude', '--odd'], request()],
  ['an unknown client', ['nobody'], request()],
  ['a body that is not JSON', ['claude'], 'not { JSON'],
  ['a list', ['claude'], '[]'],
  ['nothing', ['claude'], ''],
  ['bytes that are not UTF-8', ['claude'], '\u{d800}'],
])('decides nothing for %s', async (_, args, stdin) => {
  const { code, out } = await hook(stdin, { args }).read;
  expect([code, out]).toEqual([0, '']);
});

test('withdraws its question when it is killed', async () => {
  const { child, read } = hook(request({ session_id: 's9' }), { args: ['claude'] });
  const { id } = await pending();
  child.kill('SIGKILL');
  await read;
  const status = async () => (await server.as.owner.get<Message>(`/reviews/${id}`)).body.review;
  await eventually(async () => (await status())?.status === 'withdrawn');
});

test('calls the server of this machine with a key alone', async () => {
  const ended = request({ hook_event_name: 'SessionEnd' });
  const { read } = hook(ended, { args: ['claude'], url: null });
  expect(await read).toEqual({ code: 0, out: '', err: '' });
});

test('prints the header for a client that asks for it', async () => {
  const { read } = hook('', { args: ['--header', 'claude'] });
  expect(JSON.parse((await read).out)).toEqual({ Authorization: `Bearer ${key.key}` });
});

test('lets its question go when the client is killed, which says nothing to its hooks', async () => {
  const program = `${process.execPath} bin/inbox.ts hook claude; true`;
  const env = {
    PATH: process.env.PATH,
    HOME: server.data,
    INBOX_DATA: server.data,
    INBOX_API_KEY: key.key,
    INBOX_URL: server.url,
  };
  // The shell takes the part of the client.
  const client = Bun.spawn(['sh', '-c', program], {
    cwd: root,
    env,
    stdin: new Blob([request()]),
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const { id } = await pending();
  client.kill('SIGKILL');
  await eventually(async () => {
    const { body } = await server.as.owner.get<Message>(`/reviews/${id}`);
    return body.review?.status === 'withdrawn';
  });
});

test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'refuses with --fail closed when %s ends it',
  async (signal) => {
    const { child, read } = hook(request(), { args: ['claude', '--fail', 'closed'] });
    const { id } = await pending();
    child.kill(signal);
    expect((await read).code).toBe(2);
    await eventually(async () => {
      const { body } = await server.as.owner.get<Message>(`/reviews/${id}`);
      return body.review?.status === 'withdrawn';
    });
  },
);
