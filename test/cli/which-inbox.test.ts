import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { NewToken } from '../../src/core/access/schema.ts';
import { sharedTerminal } from '../support/terminal/terminal.ts';

const here = sharedTerminal();
const there = sharedTerminal();

/** An environment that names the other inbox, by its URL or by a login. */
async function elsewhere(how: 'INBOX_URL' | 'INBOX_PROFILE' | 'login') {
  const { url } = await there.json<{ url: string }>('whoami');
  const { token } = await there.json<NewToken>('token', 'create', how);
  if (how === 'INBOX_URL') return { url, env: { INBOX_URL: url, INBOX_TOKEN: token } };
  const home = { HOME: join(here.home, how), INBOX_DATA: '' };
  const login = ['login', url, '--profile', 'work', '--with-token'];
  await here.run(login, { env: home, stdin: token });
  const env = how === 'login' ? home : { ...home, INBOX_PROFILE: 'work' };
  return { url, env };
}

test.each(['INBOX_URL', 'INBOX_PROFILE', 'login'] as const)(
  'works on the inbox of --data, and makes no backup of an inbox that %s names elsewhere',
  async (how) => {
    const { url, env } = await elsewhere(how);
    const create = ['channel', 'create', `by-${how}`];
    const local = await here.runWhole([...create, '--data', here.data], { env });
    expect(local.stderr).toBe(`Inbox: ${here.data} (--data)\n`);
    const source = how === 'INBOX_URL' ? 'INBOX_URL' : 'profile work';
    const remote = await here.runWhole(create, { env });
    expect(remote.stderr).toBe(`Inbox: ${url} (${source})\n`);
    expect(await here.ok('channel', 'list')).toContain(local.stdout.trim());
    expect(await there.ok('channel', 'list')).toContain(remote.stdout.trim());

    const refused: string[][] =
      how === 'login'
        ? [['create'], ['list'], ['status'], ['restore', 'x', '--yes']]
        : [['create']];
    await Promise.all(
      refused.map(async (args) => {
        const { code, stdout, stderr } = await here.runWhole(['backup', ...args], { env });
        expect([args, code, stdout]).toEqual([args, 2, '']);
        expect(stderr).toStartWith(
          `error: Backups of ${url} (${source}) are made and kept on the machine that has its data`,
        );
      }),
    );
  },
  30_000,
);

test.each(['--data', '--url', '--profile'])(
  'refuses an empty %s, and works on no other inbox',
  async (flag) => {
    const { code, stderr } = await here.run(['channel', 'create', 'x', flag, '']);
    expect(code).toBe(2);
    expect(stderr).toContain('It is empty: name the inbox, or leave the flag out.');
  },
);

test('says which inbox on stderr, for what changes it even in a script, and leaves stdout clean', async () => {
  const says = `Inbox: ${here.data} (INBOX_DATA)\n`;
  const lists = [['channel', 'ls'], ['key', 'ls'], ['token', 'ls'], ['user', 'ls'], ['config']];
  await Promise.all(
    lists.map(async (args) => {
      const { stdout, stderr } = await here.runWhole([...args, '--json']);
      expect([args, stderr]).toEqual([args, says]);
      expect(JSON.parse(stdout)).toBeArray();
    }),
  );
  expect((await here.runWhole(['backup', 'list'])).stderr).toStartWith(says);
  expect(await here.runWhole(['list', '--answered', '--json'])).toEqual({
    code: 0,
    stdout: '[]\n',
    stderr: '',
  });
  const missing = await here.runWhole(['show', 'nope']);
  expect(missing.stderr).toMatch(/^error: Message “nope” not found.+\n/);
  expect(missing.stderr).toEndWith(`\n${says}`);
  const screen = here.open(['list']);
  expect(await screen.exited).toBe(0);
  expect(screen.text().replace('\n', '')).toStartWith(says.trim());
});

test('exits 2 for two flags that name an inbox, whatever the command', async () => {
  const flags = ['--data', here.data, '--url', 'http://127.0.0.1:1'];
  const commands = [['list'], ['serve'], ['config'], ['doctor'], ['backup', 'list'], ['init']];
  await Promise.all(
    commands.map(async (command) => {
      const { code, stdout, stderr } = await here.runWhole([...command, ...flags]);
      expect([command, code, stdout]).toEqual([command, 2, '']);
      expect(stderr).toBe('error: --data and --url cannot be used together: each names an inbox\n');
    }),
  );
});
