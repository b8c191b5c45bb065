/** The package for Python, from its wheel: what a program asks, and what it gets. */
import { afterAll, beforeAll, expect } from 'bun:test';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };
import { packPython } from '../../scripts/packages.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { needs } from '../support/machine/tools.ts';
import { expectToSurviveRestart } from '../support/packages/restart.ts';
import { eventually } from '../support/reach/eventually.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const python3 = Bun.which('python3');
const test = needs('python3');
const place = temporaryDirectory();

let server: TestServer;
let here: { url: string; key: string };
let channel: string;
beforeAll(async () => {
  server = await testServer();
  channel = (await server.channel({ name: 'Deploys' })).id;
  const { body } = await server.as.owner.post<NewKey>('/keys', { name: 'ci', channels: [channel] });
  here = { url: server.url, key: body.key };
  if (python3 === null) return;
  const wheel = await packPython(place);
  const pip = [python3, '-m', 'pip', 'install', '-q', '--no-index', '--target', place, wheel];
  const hasPip = Bun.spawnSync([python3, '-m', 'pip', '--version']).exitCode === 0;
  const install = hasPip ? pip : [python3, '-m', 'zipfile', '-e', wheel, place];
  expect(Bun.spawnSync(install, { stderr: 'ignore' }).exitCode).toBe(0);
  cpSync(join(import.meta.dir, '../../packages/python/examples'), place, { recursive: true });
  await Bun.write(join(place, 'called.py'), CALLED);
}, 60_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  removeDirectory(place);
});

/** Makes each call that a line asks for, and prints its result. */
const CALLED = `
import asyncio, dataclasses, importlib, json, os, sys
client = importlib.import_module(os.environ["MODULE"])
kind = client.AsyncInbox if sys.argv[1] == "async" else client.Inbox
inbox = None
for line in sys.stdin:
    name, args, more = json.loads(line)
    try:
        inbox = inbox or kind(**json.loads(sys.argv[2]))
        result = getattr(inbox, name)(*args, **more)
        if asyncio.iscoroutine(result):
            result = asyncio.run(result)
        print(json.dumps(dataclasses.asdict(result)), flush=True)
    except client.InboxError as error:
        print(json.dumps({"error": str(error), "status": error.status}), flush=True)
`;

type Result = Record<string, unknown>;
type Mode = 'sync' | 'async';

const spawnPython = (args: string[], env: Record<string, string> = {}) =>
  Bun.spawn([python3 ?? 'python3', ...args], {
    cwd: place,
    env: { PATH: process.env.PATH, HOME: place, MODULE: names.pypi.module, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

/** A program that makes one call after another. */
function program(mode: Mode, settings: object, env?: Record<string, string>) {
  const child = spawnPython(['called.py', mode, JSON.stringify(settings)], env);
  const lines = linesOf(child.stdout);
  return {
    async call(name: string, args: unknown[], more: object = {}): Promise<Result> {
      child.stdin.write(`${JSON.stringify([name, args, more])}\n`);
      await child.stdin.flush();
      const { value = '' } = await lines.next();
      return withoutNulls(JSON.parse(value));
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of stream) {
    text += decoder.decode(part, { stream: true });
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
  }
}

const withoutNulls = (result: Result): Result =>
  Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null));

const asked = () =>
  eventually(async () => {
    const { body } = await server.as.owner.get<Message[]>('/reviews/pending');
    return body[0];
  });

async function answer(response: object): Promise<Message> {
  const { id } = await asked();
  const answered = await server.as.owner.post<Message>(`/reviews/${id}/respond`, { response });
  expect(answered.status).toBe(200);
  return answered.body;
}

const dishes = [{ id: 'soup', label: 'Soup' }, 'Salad'];
const cases: [more: object, response: object, expected: Result][] = [
  [
    {},
    { selectedOption: 'approve', comment: 'Go' },
    { approved: true, choice: 'Approve', choice_id: 'approve', comment: 'Go' },
  ],
  [
    { description: 'Why' },
    { selectedOption: 'reject' },
    { approved: false, choice: 'Reject', choice_id: 'reject' },
  ],
  [
    { kind: 'choose', options: dishes },
    { selectedIds: ['2'] },
    { choice: 'Salad', choice_id: '2' },
  ],
  [
    { multiple: true, options: dishes },
    { selectedIds: ['soup', '2'] },
    { choice: ['Soup', 'Salad'], choice_id: ['soup', '2'] },
  ],
  [{ kind: 'text' }, { text: 'blue' }, { text: 'blue' }],
  [
    { fields: [{ name: 'level', type: 'number', label: 'Level' }] },
    { level: 3 },
    { values: { level: 3 } },
  ],
];

for (const mode of ['sync', 'async'] as const) {
  test(`asks every kind of question from Python, ${mode}`, async () => {
    await using agent = program(mode, here);
    for (const [more, response, expected] of cases) {
      const asking = agent.call('ask', ['Which?'], more);
      const { id } = await answer(response);
      expect(await asking).toMatchObject({ id, status: 'answered', by: 'owner', ...expected });
    }
  });

  test(`returns whether a tool may run to Python, with what arguments and why not, ${mode}`, async () => {
    await using agent = program(mode, { ...here, session: mode, expires_in_seconds: 600 });
    const given = { editable: true, hold: true, id: 'one', description: 'Old cache' };
    const edited = agent.call('approve', ['Bash', { command: 'rm -rf build' }], given);
    const { review, metadata } = await asked();
    expect(review).toMatchObject({
      payload: { tool: 'Bash', input: { command: 'rm -rf build' }, description: 'Old cache' },
      hold: true,
      expiresInSeconds: 600,
    });
    const source = { client: 'called.py', session: mode, callId: 'one', tool: 'Bash' };
    expect(metadata?.source).toEqual(source);
    const args = { command: 'rm -rf build/cache' };
    await answer({ decision: 'allow', input: args });
    expect(await edited).toEqual({ approved: true, status: 'answered', args, by: 'owner' });

    const denied = agent.call('approve', ['Bash', { command: 'reboot' }]);
    await answer({ decision: 'deny', message: 'Use a branch' });
    expect(await denied).toMatchObject({ approved: false, message: 'Use a branch' });

    const retracted = agent.call('approve', ['Bash', { command: 'reboot' }]);
    await server.as.owner.delete(`/messages/${(await asked()).id}`);
    expect(await retracted).toMatchObject({ approved: false, status: 'retracted' });

    const { id } = await agent.call('ask', ['Which?'], { wait: false });
    const withdrawn = { id, status: 'withdrawn', why: 'Not needed' };
    expect(await agent.call('withdraw', [id], { reason: 'Not needed' })).toEqual(withdrawn);
    expect(await agent.call('wait', [id])).toEqual(withdrawn);
  });
}

test('says to Python which setting, key, channel or field is wrong', async () => {
  const other = await server.channel({ name: 'Releases' });
  const channels = [channel, other.id];
  const { body: of2 } = await server.as.owner.post<NewKey>('/keys', { name: 'two', channels });
  const both = { url: server.url, key: of2.key };
  const wrong: [settings: object, error: string][] = [
    [{}, 'set INBOX_URL'],
    [{ url: 'localhost:4600' }, 'http://'],
    [{ url: server.url }, 'set INBOX_API_KEY'],
    [{ url: server.url, key: 'hu_1' }, 'begins with hp_'],
    [{ url: server.url, key: 'hp_wrong' }, 'Check the key: INBOX_API_KEY'],
    [both, `Deploys (${channel})`],
    [{ ...both, channel: 'Nowhere' }, 'no channel “Nowhere”'],
    [here, 'review.payload.tool'],
  ];
  await Promise.all(
    wrong.map(async ([settings, error]) => {
      await using agent = program('sync', settings);
      const refused = await agent.call('approve', ['', {}]);
      expect([settings, refused.error]).toEqual([settings, expect.stringContaining(error)]);
    }),
  );
});

test('withdraws a question from Python when its task is cancelled', async () => {
  const code = `
import asyncio, importlib, os
inbox = importlib.import_module(os.environ["MODULE"]).AsyncInbox()
async def main():
    asking = asyncio.create_task(inbox.approve("Bash", {"command": "ls"}))
    await asyncio.to_thread(input)
    asking.cancel()
    await asyncio.wait([asking])
    print(asking.cancelled())
asyncio.run(main())
`;
  const child = spawnPython(['-c', code], { INBOX_URL: here.url, INBOX_API_KEY: here.key });
  const { id } = await asked();
  child.stdin.write('\n');
  child.stdin.end();
  expect(await new Response(child.stdout).text()).toBe('True\n');
  const { body } = await server.as.owner.get<Message>(`/reviews/${id}`);
  expect(body.review?.withdrawn?.why).toBe('The agent no longer waits');
});

test('goes on waiting in Python when the server restarts', async () => {
  await expectToSurviveRestart(async (settings) => {
    await using agent = program('sync', settings);
    return await agent.call('ask', ['Still there?']);
  });
});

test('asks by the example, with the wheel installed into an empty directory', async () => {
  const env = { INBOX_URL: here.url, INBOX_API_KEY: here.key };
  const child = spawnPython(['approve.py'], env);
  await answer({ decision: 'allow', input: { command: 'rm -rf build/cache' } });
  const printed = await new Response(child.stdout).text();
  expect(printed).toBe('Approved by owner: {"command": "rm -rf build/cache"}\n');
});
