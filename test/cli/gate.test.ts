/** The gate of Gemini CLI: the command that `inbox connect` writes, as Gemini runs it. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { clientFiles } from '../../src/agents/files.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { outcomeOf } from '../support/machine/outcome.ts';
import { eventually } from '../support/reach/eventually.ts';
import { startedBy } from '../support/server/process.ts';
import { bunOptions, commandFolder } from '../support/server/program.ts';
import { testServer } from '../support/server/server.ts';

const server = await testServer();
afterAll(() => server[Symbol.asyncDispose]());
const channel: Agent = await server.channel({ name: 'Gemini CLI' });
const { body: key } = await server.as.owner.post<NewKey>('/keys', {
  name: 'gemini@laptop',
  channels: [channel.id],
});

type Hooks = { matcher: string; hooks: { command: string; timeout: number }[] };

function gateOf(executable: string, ask: string[] = []): Hooks {
  const files = clientFiles.gemini.files(
    {
      url: server.url,
      key: key.key,
      executable,
      record: join(server.data, 'connected.json'),
      parts: ['hooks'],
      ask,
      deniedCommands: [],
      deniedDirectories: [],
    },
    { home: server.data, variable: () => undefined },
  );
  const [addition] = files.flatMap((file) => ('additions' in file ? file.additions : []));
  return addition && 'element' in addition ? (addition.element as Hooks) : never();
}

function never(): never {
  throw new Error('Gemini has no gate');
}

const executable = join(commandFolder(server.data), 'inbox');

/** Gemini gives its shell the command, and the input on stdin. */
function gate({ url = server.url, at = executable, wrapped = [] as string[], wait = '24h' } = {}) {
  const command = gateOf(at).hooks[0]?.command ?? never();
  const body = {
    session_id: crypto.randomUUID(),
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command: 'touch ran' },
  };
  const child = Bun.spawn([...wrapped, 'bash', '-c', command], {
    env: {
      PATH: process.env.PATH,
      HOME: server.data,
      INBOX_DATA: server.data,
      INBOX_API_KEY: key.key,
      INBOX_URL: url,
      INBOX_HOOK_WAIT: wait,
      ...bunOptions,
    },
    stdin: new Blob([JSON.stringify(body)]),
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  });
  return { child, read: outcomeOf(child) };
}

async function pending(): Promise<Message> {
  const path = `/reviews/pending?channel=${channel.id}`;
  return eventually(async () => (await server.as.owner.get<Message[]>(path)).body[0]);
}

const answer = ({ id }: Message, response: object) =>
  server.as.owner.post(`/reviews/${id}/respond`, { response });

/** Gemini refuses the tool only for a code over 1 that comes with words. */
const REFUSED = {
  code: 2,
  out: '',
  err: expect.stringMatching(/The inbox has not allowed it\.\n$/),
};

test.each<[response: object, said: object]>([
  [{ decision: 'allow' }, { decision: 'allow' }],
  [
    { decision: 'deny', message: 'Use a branch' },
    { decision: 'deny', reason: 'Use a branch' },
  ],
])('says what a person has decided: %o', async (response, said) => {
  const { read } = gate();
  await answer(await pending(), response);
  const { code, out } = await read;
  expect([code, JSON.parse(out)]).toEqual([0, said]);
});

test.each<[what: string, how: Parameters<typeof gate>[0]]>([
  ['the inbox is away', { url: 'http://127.0.0.1:9' }],
  ['its executable is missing', { at: '/nowhere/inbox' }],
])('refuses if %s', async (_, how) => {
  expect(await gate(how).read).toEqual(REFUSED);
});

test('refuses once its question has ended without a decision', async () => {
  const { read } = gate();
  const { id } = await pending();
  await server.as.owner.delete(`/messages/${id}`);
  expect(await read).toEqual(REFUSED);
});

test('refuses if the inbox has stopped working, before Gemini loses its patience', async () => {
  const { promise: never } = Promise.withResolvers<Response>();
  await using hanging = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: () => never,
  });
  const { read } = gate({ url: `${hanging.url}`, wait: '1s' });
  expect(await read).toEqual(REFUSED);
}, 20_000);

test('refuses if its hook is killed', async () => {
  const { child, read } = gate();
  await pending();
  for (const pid of startedBy(child.pid)) process.kill(pid, 'SIGKILL');
  expect(await read).toEqual(REFUSED);
  await eventually(
    async () =>
      (await server.as.owner.get<Message[]>(`/reviews/pending?channel=${channel.id}`)).body
        .length === 0,
  );
});

test('refuses when its terminal closes, which Gemini may outlive', async () => {
  const { child, read } = gate();
  await pending();
  process.kill(-child.pid, 'SIGHUP');
  expect(await read).toEqual(REFUSED);
});

test('withdraws its question when Gemini is killed, which says nothing to its hooks', async () => {
  // A shell takes the part of Gemini.
  const { child } = gate({ wrapped: ['sh', '-c', '"$@"; true', 'sh'] });
  const { id } = await pending();
  child.kill('SIGKILL');
  await eventually(async () => {
    const { body } = await server.as.owner.get<Message>(`/reviews/${id}`);
    return body.review?.status === 'withdrawn';
  });
});

test('gates what can change something, what it does not know, and what is asked for', () => {
  const isGated = (tool: string, ask: string[] = []) =>
    new RegExp(gateOf(executable, ask).matcher).test(tool);
  for (const tool of [
    'run_shell_command',
    'write_file',
    'replace',
    'web_fetch',
    'activate_skill',
    'mcp_other_run',
    'discovered_tool_x',
    'read_file_and_more',
    'a_later_tool',
  ]) {
    expect([tool, isGated(tool)]).toEqual([tool, true]);
  }
  for (const tool of ['read_file', 'glob', 'google_web_search', 'ask_user']) {
    expect([tool, isGated(tool)]).toEqual([tool, false]);
  }
  expect([isGated('read_file', ['read_file']), isGated('glob', ['read_file'])]).toEqual([
    true,
    false,
  ]);
});
