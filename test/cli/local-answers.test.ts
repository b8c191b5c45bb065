import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Token } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { type Terminal, testTerminal } from '../support/terminal/terminal.ts';

const EMAIL = 'ada@example.org';
const PASSWORD = 'tulips in spring';
const AWAY = { INBOX_DATA: '' };

/** An inbox whose owner has a password, with a question. */
async function withQuestion() {
  const terminal = testTerminal();
  const password = join(terminal.home, 'password');
  writeFileSync(password, PASSWORD);
  await terminal.ok('init', '--email', EMAIL, '--password-file', password);
  await terminal.channel();
  const id = await terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  const loggedIn = async (url: string, ...args: string[]) => {
    const login = ['login', url, '--email', EMAIL, '--password-file', password];
    expect((await terminal.run(login, { env: AWAY })).code).toBe(0);
    return terminal.run(args, { env: AWAY });
  };
  return Object.assign(terminal, { id, password, loggedIn });
}

const REFUSED = 'error: Local answers are off';
const REQUIRED = 'error: This question requires a login';

async function expectRefused(
  terminal: Terminal,
  commands: string[][],
  { stdin = '', why = REFUSED } = {},
) {
  for (const args of commands) {
    const { code, stdout, stderr } = await terminal.run(args, { stdin });
    expect([args, code, stdout, stderr]).toEqual([args, 4, '', expect.stringContaining(why)]);
  }
}

const refused = (id: string) => [
  ['answer', id, '--option', 'approve'],
  ['token', 'create', 'mine'],
  ['user', 'add', 'eve@example.org', '--role', 'owner', '--password-file', '-'],
  ['user', 'passwd', EMAIL, '--password-file', '-'],
  ['user', 'disable', EMAIL],
  ['local-answers', 'on'],
];

test('allows reading and asking but no decisions while local answers are off, with and without a server', async () => {
  await using terminal = await withQuestion();
  expect(await terminal.run(['local-answers', 'off'])).toMatchObject({ code: 0, stdout: 'off\n' });
  const backup = await terminal.ok('backup', 'create');
  const looks = async () => {
    expect(await terminal.ok('list')).toContain('Go?');
    await terminal.ok('ask', 'approve', 'Again?', '-c', 'deploys');
    await terminal.ok('key', 'create', 'ci');
    await terminal.ok('token', 'list', '--all');
    expect(await terminal.ok('local-answers')).toBe('off');
  };
  await looks();
  await expectRefused(terminal, refused(terminal.id), { stdin: 'another password' });
  await expectRefused(terminal, [['backup', 'restore', backup, '--yes']]);
  await terminal.serve();
  await looks();
  await expectRefused(terminal, refused(terminal.id), { stdin: 'another password' });
});

test('requires a login for a question with `--confirm`, and says so in the terminal view', async () => {
  await using terminal = await withQuestion();
  const asking = ['ask', 'approve', 'Really?', '-c', 'deploys', '--confirm'];
  const id = await terminal.ok(...asking);
  const answer = ['answer', id, '--option', 'approve'];
  await expectRefused(terminal, [answer], { why: REQUIRED });
  const server = await terminal.serve();
  await expectRefused(terminal, [answer], { why: REQUIRED });
  await terminal.ok('answer', terminal.id, '--option', 'approve');
  const view = terminal.open([]);
  await view.press('Really?', '1');
  await view.press('This question requires a login: run `inbox login', 'q');
  expect(await view.exited).toBe(0);
  expect((await terminal.loggedIn(server.url, ...answer)).code).toBe(0);
});

test('lets a logged-in user answer and turn local answers on again', async () => {
  await using terminal = await withQuestion();
  const server = await terminal.serve({ INBOX_LOCAL_ANSWERS: 'off' });
  await expectRefused(terminal, [['answer', terminal.id, '--option', 'approve']]);
  const answer = ['answer', terminal.id, '--option', 'approve'];
  expect((await terminal.loggedIn(server.url, ...answer)).code).toBe(0);
  const { review } = await terminal.json<Message>('show', terminal.id);
  expect(review?.respondedBy).toMatchObject({ via: 'terminal', credential: expect.any(String) });
  expect(review?.respondedBy?.credential).not.toBe('local');
  await server.stop();

  const again = await terminal.serve({}, new URL(server.url).port);
  expect(await terminal.ok('local-answers')).toBe('off');
  expect((await terminal.run(['local-answers', 'on'], { env: AWAY })).code).toBe(0);
  await again.stop();
  const backup = await terminal.ok('backup', 'create');
  expect((await terminal.run(['backup', 'restore', backup, '--yes'])).code).toBe(0);
});

test('turns them off with `serve --no-local-answers`, and still accepts the setup link', async () => {
  await using terminal = testTerminal();
  const serving = terminal.start(['serve', '--port', '0', '--no-local-answers']);
  await serving.says('#token=');
  const init = ['init', '--email', EMAIL, '--password-file', '-'];
  await expectRefused(terminal, [init], { stdin: PASSWORD });
  const [, url = '', token] = /(http\S+)\/setup#token=(\w+)/.exec(serving.said()) ?? [];
  const answer = await fetch(`${url}/api/v1/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD, token }),
  });
  expect(answer.status).toBe(201);
});

test('lists when a token expires and that it was created without a login', async () => {
  await using terminal = await withQuestion();
  for (const flags of [[], ['--expires', '30d'], ['--expires', 'never']]) {
    await terminal.ok('token', 'create', 'mine', ...flags);
  }
  const listed = await terminal.json<Token[]>('token', 'list');
  const days = listed.map(({ createdAt, expiresAt }) =>
    expiresAt === null
      ? null
      : Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000),
  );
  expect(days).toEqual([90, 30, null]);
  const text = await terminal.ok('token', 'list', '--all');
  expect(text).toMatch(/\tmine\thu_\S+\tada@example.org\t\d{4}-\S+Z\t\tcreated without a login/);
  const screen = terminal.open(['token', 'list'], {}, { columns: 120, rows: 24 });
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toMatch(
    / expires \d+ \w{3}.* \(\d+d\) +never used +created without a login/,
  );
  expect(screen.text()).toContain('does not expire');
  expect((await terminal.run(['token', 'create', 'x', '--expires', 'soon'])).code).toBe(2);
});

test('marks in `show` an answer given without a login', async () => {
  await using terminal = await withQuestion();
  await terminal.ok('answer', terminal.id, '--option', 'approve');
  expect(await terminal.ok('show', terminal.id)).toContain('(not logged in)');
});
