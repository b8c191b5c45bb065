import { expect, test } from 'bun:test';
import type { Key } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { keys, sharedTerminal, testTerminal } from '../support/terminal/terminal.ts';

const ID = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);

const terminal = sharedTerminal();

test('prints a new key alone, or as JSON with exactly the fields a script needs', async () => {
  const channel = await terminal.ok('channel', 'create', 'releases');
  expect(await terminal.ok('key', 'create', 'ci')).toMatch(/^hp_[0-9a-f]{48}$/);
  const flags = ['-c', 'releases', '--expires', '90d'];
  const made = await terminal.json<Record<string, string>>('key', 'create', 'ci', ...flags);
  expect(Object.keys(made)).toEqual(['id', 'name', 'prefix', 'key', 'channels', 'expiresAt']);
  expect(made).toMatchObject({ id: ID, name: 'ci', channels: [channel] });
  expect(made.prefix).toBe(`${made.key}`.slice(0, 11));
  const days = (Date.parse(`${made.expiresAt}`) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(90, 1);
});

test('rotates a key by name: the new key has the same access, and both work during the overlap', async () => {
  const old = await terminal.ok('key', 'create', 'night', '-c', 'deploys', '--expires', '90d');
  const rotated = await terminal.run(['key', 'rotate', 'night', '--overlap', '2h']);
  expect(rotated).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^hp_[0-9a-f]{48}\n$/),
    stderr: expect.stringMatching(/^The old key \(hp_.{8}…\) stays valid until .+\.\n$/),
  });
  const keys = await terminal.json<Key[]>('key', 'list');
  const both = keys.filter(({ name }) => name === 'night');
  const hours = both.map(({ expiresAt }) => (Date.parse(`${expiresAt}`) - Date.now()) / 3_600_000);
  expect(hours.map(Math.round).toSorted((one, other) => one - other)).toEqual([2, 90 * 24]);
  expect(new Set(both.map(({ channels }) => `${channels}`)).size).toBe(1);
  for (const key of [old, rotated.stdout.trim()]) {
    expect((await terminal.run(['whoami'], { env: { INBOX_API_KEY: key } })).code).toBe(0);
  }
});

test('refuses to rotate a key that is unknown or revoked', async () => {
  const nothing = await terminal.run(['key', 'rotate', 'nobody']);
  const stderr = 'error: Key “nobody” not found. List them with `inbox key list`\n';
  expect(nothing).toEqual({ code: 1, stdout: '', stderr });
  const { id } = await terminal.json<Key>('key', 'create', 'gone');
  await terminal.ok('key', 'revoke', id);
  const revoked = await terminal.run(['key', 'rotate', id]);
  expect(revoked).toEqual({
    code: 7,
    stdout: '',
    stderr: 'error: This key is revoked. Create a new one with `inbox key create NAME`\n',
  });
});

test('lists when a key was revoked', async () => {
  const { id } = await terminal.json<{ id: string }>('key', 'create', 'ci');
  const revoked = await terminal.run(['key', 'revoke', id]);
  expect(revoked).toEqual({ code: 0, stdout: '', stderr: 'Key “ci” revoked.\n' });
  expect(await terminal.ok('keys', 'list')).toMatch(
    new RegExp(`^${id}\tci\thp_.*\tall channels\t\t\\d{4}-.*Z`, 'm'),
  );
});

test('prints a new token alone and no longer lists it once revoked', async () => {
  expect(await terminal.ok('token', 'create', 'laptop')).toMatch(/^hu_/);
  const [token] = await terminal.json<{ id: string }[]>('tokens', 'ls');
  expect((await terminal.run(['token', 'revoke', `${token?.id}`])).code).toBe(0);
  expect((await terminal.run(['token', 'list'])).stdout).toBe('');
});

test("prints a channel's full record as JSON, and lists it under the plural alias", async () => {
  const flags = ['--description', 'Releases', '--webhook', 'https://example.org/hook'];
  const made = await terminal.json('channel', 'create', 'whole', ...flags);
  expect(made).toMatchObject({
    id: ID,
    name: 'whole',
    description: 'Releases',
    status: null,
    webhookUrl: 'https://example.org/hook',
  });
  expect(await terminal.json('channels', 'list')).toContainEqual(made);
});

test('removes a channel with its contents, on a terminal once its name is typed', async () => {
  await terminal.ok('channel', 'create', 'old');
  const id = await terminal.ok('send', 'Hi', '-c', 'old');
  await terminal.ok('ask', 'approve', 'Still?', '-c', 'old');
  const remove = async (typed: string) => {
    const screen = terminal.open(['channel', 'rm', 'old']);
    await screen.answer('“old” has 2 messages and 1 pending question', typed + keys.enter);
    expect(await screen.exited).toBe(0);
    return screen.text();
  };
  expect(await remove('y')).toContain('Nothing was removed.');
  expect(await remove('old')).toContain('Channel “old” removed');
  expect((await terminal.run(['show', id])).code).toBe(1);
});

test('reports an unknown channel before requiring --yes', async () => {
  const unknown = await terminal.run(['channel', 'rm', 'deplys']);
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'error: Channel “deplys” not found. Did you mean “deploys”? List them with `inbox channel list`\n',
  ]);
  const known = await terminal.run(['channel', 'rm', 'deploys']);
  expect([known.code, known.stderr]).toEqual([2, expect.stringContaining('--yes')]);
});

test.each(['channel', 'key', 'token'])(
  'exits 2 when a %s is created without a name',
  async (kind) => {
    const { code, stderr } = await terminal.run([kind, 'create', ' ']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(`^error: The name is empty. Example: inbox ${kind} create `),
      ),
    ]);
  },
);

test('reads the text of a message or question from standard input for -', async () => {
  for (const command of ['send - -c deploys', 'send -c deploys', 'ask text - -c deploys']) {
    const { stdout } = await terminal.run(command.split(' '), { stdin: 'One\nTwo\n' });
    expect(await terminal.json('show', stdout.trim())).toMatchObject({ text: 'One\nTwo' });
  }
});

test('sends a message once per client id, with its status, as an agent or a person', async () => {
  const flags = ['-c', 'deploys', '--client-id', 'one', '--status', 'success'];
  const id = await terminal.ok('send', 'Done', ...flags);
  expect(await terminal.ok('send', 'Done', ...flags)).toBe(id);
  expect(await terminal.json('show', id)).toMatchObject({ status: 'success', senderType: 'agent' });
  const mine = await terminal.json('send', 'Thanks', '-c', 'deploys', '--as', 'user');
  expect(mine).toMatchObject({ id: ID, senderType: 'user', text: 'Thanks' });
});

test('prints a question as JSON, with flags overriding the payload', async () => {
  const args = ['ask', 'approve', 'Go?', '-c', 'deploys', '--title', 'Mine', '--payload', '-'];
  const { stdout } = await terminal.run([...args, '--json', '--expires', '2h'], {
    stdin: '{"title": "Theirs", "extra": 1}',
  });
  expect(JSON.parse(stdout)).toMatchObject({
    id: ID,
    review: { type: 'approval', expiresInSeconds: 7200, payload: { title: 'Mine', extra: 1 } },
  });
});

test('ask --wait prints only the answer, or with --json the whole message', async () => {
  for (const json of [false, true]) {
    const args = ['ask', 'text', 'Why?', '-c', 'deploys', '--wait'];
    const asking = terminal.start(json ? [...args, '--json'] : args);
    await asking.says('Asked ');
    const [, id = ''] = /Asked (\w+)/.exec(asking.said()) ?? [];
    const answer = ['answer', id, '--answer', '-'];
    await terminal.run(answer, { stdin: '{"text": "Because"}' });
    const { code, stdout } = await asking.ended;
    expect(code).toBe(0);
    if (json) expect(JSON.parse(stdout).review.response).toEqual({ text: 'Because' });
    else expect(stdout).toBe('Because\n');
  }
});

test('lists messages as JSON: pending, of one channel, matching a word, or all', async () => {
  await using alone = testTerminal();
  await alone.serve();
  for (const name of ['deploys', 'other']) await alone.ok('channel', 'create', name);
  const asked = await alone.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  const sent = await alone.ok('send', 'Deployed it', '-c', 'other');
  const idsOf = async (...flags: string[]) =>
    (await alone.json<Message[]>('list', ...flags)).map(({ id }) => id);
  expect(await idsOf()).toEqual([asked]);
  expect(await idsOf('--pending', '-c', 'other')).toEqual([]);
  expect(await idsOf('--all')).toEqual([sent, asked]);
  expect(await idsOf('--all', '--limit', '1')).toEqual([sent]);
  expect(await idsOf('--all', '--search', 'deploy')).toEqual([sent]);
});

test('shows who answered a question and every part of the answer', async () => {
  const id = await terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys', '--comment');
  await terminal.ok('answer', id, '--option', 'approve', '--comment', 'two\nlines');
  const shown = await terminal.ok('show', id);
  expect(shown).toMatch(/^✓ Answered “Approve” by \S+ \(not logged in\), .* via terminal$/m);
  expect(shown).toContain('  Comment: two\n    lines');
});

test('suggests how to create the first entry when a list is empty', async () => {
  await using terminal = testTerminal();
  const says = async (...args: string[]) => (await terminal.run(args)).stderr;
  await terminal.ok('init', '--yes');
  expect(await says('channel', 'list')).toBe(
    'No channels yet. Create one with `inbox channel create NAME`.\n',
  );
  expect(await says('profile', 'list')).toContain('Log in with `inbox login URL`');
  expect(await says('backup', 'list')).toContain('`inbox backup create`');
});

test('lists a key with its expiry date, and whoami identifies it as an agent', async () => {
  const key = await terminal.ok('key', 'create', 'ci', '-c', 'deploys', '--expires', '90d');
  expect(await terminal.ok('key', 'list')).toMatch(/^\S+\tci\thp_\S+…\tdeploys\t\d{4}-\S+Z$/m);
  const url = findRun(terminal.data)?.url ?? '';
  const env = { INBOX_URL: url, INBOX_API_KEY: key };
  const channels = await terminal.json<{ id: string; name: string }[]>('channel', 'list');
  expect((await terminal.run(['whoami'], { env })).stdout).toStartWith(
    'agent with access to 1 channel at ',
  );
  const { stdout } = await terminal.run(['whoami', '--json'], { env });
  const deploys = channels.find(({ name }) => name === 'deploys');
  expect(JSON.parse(stdout).channels).toEqual([deploys?.id]);
});

test.each([
  ['{', 'is not JSON: '],
  ['[]', 'is not a JSON object'],
])('exits 2 for a payload of %s', async (stdin, says) => {
  const args = ['ask', 'form', 'Where?', '-c', 'deploys', '--payload', '-'];
  const { code, stderr } = await terminal.run(args, { stdin });
  expect(code).toBe(2);
  expect(stderr).toContain(says);
});
