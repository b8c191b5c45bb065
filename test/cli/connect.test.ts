import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewKey, NewToken } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { type Terminal, testTerminal } from '../support/terminal/terminal.ts';

test.each([
  ['without a server', false],
  ['through the server', true],
])('asks, lists, answers and awaits a question %s', async (_, serves) => {
  await using terminal = testTerminal();
  if (serves) await terminal.serve();
  const channel = await terminal.ok('channel', 'create', 'deploys');
  const id = await terminal.ok('ask', 'approve', 'Go?', '-c', channel);
  expect(await terminal.ok('list')).toMatch(
    new RegExp(`^${id}\tdeploys\tapproval\tpending\t.*\tGo\\?$`),
  );
  expect(await terminal.ok('show', id)).toContain('approve  Approve');
  const answered = await terminal.json<Message>('answer', id, '--option', 'approve');
  expect(answered.review?.response).toEqual({ selectedOption: 'approve' });
  expect(await terminal.ok('wait', id)).toBe('approve');
  expect((await terminal.run(['list'])).stderr).toBe('No pending questions.\n');
  expect(await terminal.ok('list', '--all')).toContain(id);
});

test('lets simultaneous commands wait for each other without a server', async () => {
  await using terminal = testTerminal();
  await terminal.ok('channel', 'create', 'deploys');
  const sent = Array.from({ length: 5 }, (_, at) => terminal.ok('send', `${at}`, '-c', 'deploys'));
  const ids = await Promise.all(sent);
  const messages = await terminal.json<Message[]>('list', '--all');
  expect(messages.map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('ignores the run file that a killed server left behind', async () => {
  await using terminal = testTerminal();
  const server = await terminal.serve();
  server.kill('SIGKILL');
  await server.ended;
  const channel = await terminal.ok('channel', 'create', 'deploys');
  expect(await terminal.ok('channel', 'list')).toBe(`${channel}\tdeploys\t0`);
  expect(await (await terminal.serve()).stop()).toBe(0);
});

test("names the port and the flag when the server's port is in use", async () => {
  await using terminal = testTerminal();
  await using other = testTerminal();
  const port = new URL((await other.serve()).url).port;
  const { code, stderr } = await terminal.run(['serve', '--port', port]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(
        `^error: Port ${port} on 127.0.0.1 is in use by an inbox.*\\. .*choose another port with --port`,
      ),
    ),
  ]);
});

test('explains in one sentence a data directory that cannot be created', async () => {
  await using terminal = testTerminal();
  writeFileSync(join(terminal.home, 'file'), '');
  const data = join(terminal.home, 'file', 'data');
  for (const command of ['serve', 'list']) {
    const { code, stdout, stderr } = await terminal.run([command, '--data', data]);
    expect([command, code, stdout]).toEqual([command, 1, '']);
    expect(stderr).toMatch(/^error: .*file\/data.*\n$/);
  }
});

test('exits 1 with one sentence when the server is unreachable', async () => {
  await using terminal = testTerminal();
  const url = 'http://127.0.0.1:1';
  const { code, stdout, stderr } = await terminal.run(['list', '--url', url], {
    env: { INBOX_TOKEN: 'hu_x' },
  });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toStartWith(`error: The inbox at ${url} does not answer`);
  expect(stderr.split('\n').length).toBe(2);
});

/** From another machine: an agent with a key, a person with a token. */
async function faraway(home: Terminal) {
  const { url } = await home.serve();
  const { key } = await home.json<NewKey>('key', 'create', 'ci');
  const { token } = await home.json<NewToken>('token', 'create', 'laptop');
  const at = { INBOX_DATA: join(home.home, 'elsewhere'), INBOX_URL: url };
  return {
    url,
    key,
    token,
    agent: { ...at, INBOX_API_KEY: key },
    person: { ...at, INBOX_TOKEN: token },
  };
}

test('lets an agent ask and a person answer from another machine', async () => {
  await using terminal = testTerminal();
  const { agent, person, key, token, url } = await faraway(terminal);
  await terminal.ok('channel', 'create', 'deploys');
  const asked = await terminal.run(['ask', 'approve', 'Go?', '-c', 'deploys'], { env: agent });
  const id = asked.stdout.trim();
  const mine = await terminal.run(['list', '--url', url], { env: { INBOX_TOKEN: token } });
  expect(mine.stdout).toContain(id);
  const done = await terminal.run(['answer', id, '--option', 'approve'], { env: person });
  expect(done.code).toBe(0);
  const secret = join(terminal.home, 'key');
  writeFileSync(secret, `${key}\n`);
  const { INBOX_API_KEY: _, ...rest } = agent;
  const waited = await terminal.run(['wait', id], { env: { ...rest, INBOX_API_KEY_FILE: secret } });
  expect(waited).toEqual({ code: 0, stdout: 'approve\n', stderr: '' });
});

test('exits 4 when an agent tries to create a key', async () => {
  await using terminal = testTerminal();
  const { agent } = await faraway(terminal);
  const { code, stdout, stderr } = await terminal.run(['key', 'create', 'x'], { env: agent });
  expect([code, stdout]).toEqual([4, '']);
  expect(stderr).toStartWith('error: ');
});

test('keeps waiting for an answer across a server restart', async () => {
  await using terminal = testTerminal();
  const first = await terminal.serve();
  await terminal.ok('channel', 'create', 'deploys');
  const asking = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
  await asking.says('Asked ');
  expect(await first.stop()).toBe(0);
  await terminal.serve();
  const [pending] = await terminal.json<Message[]>('list');
  await terminal.ok('answer', `${pending?.id}`, '--option', 'approve');
  expect(await asking.ended).toMatchObject({ code: 0, stdout: 'approve\n' });
});

test('ends the wait with exit code 6 when the question is retracted', async () => {
  await using terminal = testTerminal();
  await terminal.serve();
  await terminal.ok('channel', 'create', 'deploys');
  const asking = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
  await asking.says('Asked ');
  await terminal.ok('channel', 'rm', 'deploys', '--yes');
  const { code, stdout, stderr } = await asking.ended;
  expect([code, stdout]).toEqual([6, '']);
  expect(stderr).toContain('The question was retracted.');
});

const settings: [Record<string, string>, string][] = [
  [{ INBOX_URL: 'nowhere' }, 'INBOX_URL must be '],
  [{ INBOX_PORT: 'many' }, 'INBOX_PORT must be '],
  [{ INBOX_TOKEN_FILE: '/nosuch' }, 'INBOX_TOKEN_FILE cannot be read'],
];
test.each(settings)('exits 2 and names the invalid setting %p', async (env, says) => {
  await using terminal = testTerminal();
  const { code, stdout, stderr } = await terminal.run(['list'], { env });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(says);
});

test('exits 2 for an invalid config.json and names the file or the setting', async () => {
  await using terminal = testTerminal();
  const file = join(terminal.data, 'config.json');
  mkdirSync(terminal.data);
  for (const [text, says] of [
    ['[', `${file} is not a JSON object`],
    ['{"port": "many"}', `"port" in ${file} must be `],
  ] as const) {
    writeFileSync(file, text);
    const { code, stderr } = await terminal.run(['list']);
    expect([code, stderr]).toMatchObject([2, expect.stringContaining(says)]);
  }
});

test('shows no password from the URL of an inbox, and sends it', async () => {
  await using terminal = testTerminal();
  const { url } = await terminal.serve();
  const key = await terminal.ok('key', 'create', 'ci');
  await terminal.ok('channel', 'create', 'deploys');
  let withLogin = 0;
  // A proxy in front of the inbox that asks for a login of its own.
  await using proxy = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      if (request.headers.get('authorization') !== `Basic ${btoa('ana:p@confidential')}`)
        return new Response('Log in', { status: 401 });
      withLogin += 1;
      return fetch(`${url}${pathname}${search}`, request);
    },
  });
  const login = 'http://ana:p@confidential@127.0.0.1';
  const there = { INBOX_DATA: join(terminal.home, 'far'), INBOX_URL: `${login}:${proxy.port}` };
  const nobody = { ...there, INBOX_URL: `${login}:1` };
  const commands: [args: string[], env: Record<string, string>, code: number][] = [
    [['ask', 'text', 'Why?', '-c', 'deploys'], there, 0],
    [['status', '--json'], there, 0],
    [['whoami'], there, 0],
    [['doctor'], there, 0],
    [['doctor', '--health', '--json'], there, 0],
    [['config'], there, 0],
    [['backup', 'create'], there, 2],
    [['token', 'list'], there, 4],
    [['open'], there, 0],
    [['list'], { ...there, INBOX_API_KEY: 'hp_wrong' }, 4],
    [['list'], { ...there, INBOX_API_KEY: '' }, 4],
    [['list'], nobody, 1],
    [['doctor'], nobody, 1],
    [['doctor', '--proxy', nobody.INBOX_URL], { INBOX_DATA: terminal.data }, 1],
    [['login', `${login}:1`, '--with-token'], {}, 1],
    [['login', 'ftp://ana:p@confidential@a', '--with-token'], {}, 2],
    [['serve', '--port', '0', '--public-url', `${login}/?a`], { INBOX_DATA: terminal.data }, 2],
  ];
  const ran = commands.map(async ([args, env, code]) => {
    const at = { INBOX_API_KEY: key, ...env };
    const { stdout, stderr, ...ended } = await terminal.runWhole(args, { env: at, stdin: 'hu_a' });
    expect([args, ended.code]).toEqual([args, code]);
    expect([args, `${stdout}${stderr}`]).toEqual([
      args,
      expect.not.stringMatching(/confidential|p@/),
    ]);
  });
  await Promise.all(ran);
  expect(withLogin).toBeGreaterThan(5);
}, 30_000);
