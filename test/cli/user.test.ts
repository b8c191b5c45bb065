import { expect, test } from 'bun:test';
import type { User } from '../../src/core/access/schema.ts';
import { keys, type Terminal, testTerminal } from '../support/terminal/terminal.ts';

const MIA = 'mia@example.com';

async function withMia({ served = true } = {}) {
  const terminal = testTerminal();
  const url = served ? (await terminal.serve()).url : '';
  const channel = await terminal.channel();
  const add = ['user', 'add', MIA, '--name', 'Mia', '-c', 'deploys', '--password-file', '-'];
  const { stdout } = await terminal.run(add, { stdin: 'first password\n' });
  return Object.assign(terminal, { url, channel, id: stdout.trim() });
}

async function logsIn(url: string, password: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: MIA, password }),
  });
  return response.status;
}

const listed = (terminal: Terminal) => terminal.json<User[]>('users', 'ls');

test('creates a user with role, channels and password, who can log in', async () => {
  await using terminal = await withMia({ served: false });
  const mia = (await listed(terminal)).find((user) => user.id === terminal.id);
  expect(mia).toMatchObject({ email: MIA, name: 'Mia', role: 'reviewer', disabled: false });
  expect(mia?.channels).toEqual([terminal.channel]);
  const { url } = await terminal.serve();
  expect(await logsIn(url, 'first password')).toBe(200);
});

test('changes a password by prompt or file, and never echoes it', async () => {
  await using terminal = await withMia();
  const { url } = terminal;
  const screen = terminal.open(['user', 'passwd', MIA]);
  await screen.answer('New password for Mia', `second password${keys.enter}`);
  await screen.answer('Repeat the password', `second password${keys.enter}`);
  expect(await screen.exited).toBe(0);
  expect(screen.raw()).not.toContain('second');
  expect(await logsIn(url, 'first password')).toBe(401);
  expect(await logsIn(url, 'second password')).toBe(200);
  const file = ['user', 'passwd', terminal.id, '--password-file', '-'];
  expect((await terminal.run(file, { stdin: 'third password' })).code).toBe(0);
  expect(await logsIn(url, 'third password')).toBe(200);
});

test("ends a disabled user's login and tokens immediately, until enabled again", async () => {
  await using terminal = await withMia();
  const token = await terminal.ok('token', 'create', 'hers', '--email', MIA);
  const { url } = terminal;
  const hers = () => terminal.run(['list', '--url', url], { env: { INBOX_TOKEN: token } });
  expect((await hers()).code).toBe(0);
  expect(await terminal.run(['user', 'disable', MIA])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'Mia disabled.\n',
  });
  expect((await hers()).code).toBe(4);
  expect(await logsIn(url, 'first password')).toBe(401);
  expect(await terminal.ok('user', 'list')).toMatch(/\tMia\t.*\tdisabled\t/);
  await terminal.ok('user', 'enable', MIA);
  expect(await logsIn(url, 'first password')).toBe(200);
});

test('never prompts for a password without a terminal', async () => {
  await using terminal = await withMia();
  const usage: [args: string[], says: string][] = [
    [['add', 'eve@example.com'], 'pass --password-file FILE, or --no-password'],
    [['passwd', MIA], 'pass --password-file FILE'],
    [['passwd', MIA, '--password-file', '/dev/null'], 'password file is empty'],
    [['add', 'nobody', '--no-password'], 'email'],
    [['add', 'eve@example.com', '--role', 'king', '--no-password'], 'Allowed choices'],
  ];
  for (const [args, says] of usage) {
    const { code, stdout, stderr } = await terminal.run(['user', ...args]);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toContain(says);
  }
  const owner = (await listed(terminal)).find((user) => user.role === 'owner');
  expect((await terminal.run(['user', 'disable', `${owner?.id}`])).code).toBe(7);
});
