import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Token } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { keys, type Terminal, testTerminal } from '../support/terminal/terminal.ts';

const EMAIL = 'rita@example.org';
const PASSWORD = 'tulips-in-spring';
/** As on a machine without an inbox of its own. */
const AWAY = { INBOX_DATA: '' };

/** An inbox with an owner who has a password. */
async function setUp() {
  const terminal = testTerminal();
  const server = await terminal.serve();
  const password = join(terminal.home, 'password');
  writeFileSync(password, `${PASSWORD}\n`);
  await terminal.ok('init', '--email', EMAIL, '--password-file', password);
  const byFile = ['login', server.url, '--email', EMAIL, '--password-file', password];
  const away = (...args: string[]) => terminal.run(args, { env: AWAY });
  return Object.assign(terminal, { server, url: server.url, byFile, away });
}

const tokensOf = async (terminal: Terminal) =>
  (await terminal.json<Token[]>('token', 'list')).map(({ name }) => name);
const profilesOf = ({ home }: Terminal) => join(home, '.config/inbox/profiles.json');

test('logs in at prompts, and sends commands there until logout', async () => {
  await using terminal = await setUp();
  const screen = terminal.open(['login', terminal.url], AWAY);
  await screen.answer('How do you want to log in?', keys.down + keys.enter);
  await screen.answer('Your e-mail address', EMAIL + keys.enter);
  await screen.answer('Your password', PASSWORD + keys.enter);
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toContain(`Logged in to ${terminal.url}`);
  expect(screen.raw()).not.toContain(PASSWORD);
  const { host } = new URL(terminal.url);
  const me = await terminal.away('whoami');
  expect(me.stdout).toBe(`owner <${EMAIL}> (owner) at ${terminal.url}, profile ${host}\n`);
  const channel = await terminal.channel();
  expect((await terminal.away('channel', 'list')).stdout).toBe(`${channel}\tdeploys\t0\t\t\n`);

  expect(await tokensOf(terminal)).toEqual([expect.stringContaining('inbox login on ')]);
  const out = await terminal.away('logout');
  expect([out.code, out.stderr]).toEqual([0, `Logged out of ${terminal.url}.\n`]);
  expect(await tokensOf(terminal)).toEqual([]);
  expect((await terminal.away('logout')).code).toBe(2);
});

test('saves the login readable by its owner only, without the password', async () => {
  await using terminal = await setUp();
  expect((await terminal.away(...terminal.byFile)).code).toBe(0);
  const file = profilesOf(terminal);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  expect(readFileSync(file, 'utf8')).not.toContain(PASSWORD);
});

test('logs a script in with a token on standard input, which logout does not revoke', async () => {
  await using terminal = await setUp();
  const token = await terminal.ok('token', 'create', 'laptop');
  const args = ['login', `${terminal.url}/`, '--with-token', '--profile', 'work', '--json'];
  const { code, stdout } = await terminal.run(args, { stdin: `${token}\n`, env: AWAY });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ profile: 'work', url: terminal.url });
  expect(stdout).not.toContain(token);
  expect(JSON.parse((await terminal.away('whoami', '--json')).stdout)).toMatchObject({
    url: terminal.url,
    profile: 'work',
    user: { email: EMAIL },
  });
  const out = await terminal.away('logout');
  expect(out.stderr).toContain('The token you supplied is still valid.');
  expect(await tokensOf(terminal)).toEqual(['laptop']);
});

const ENDED = 'Answers ended at a contact. To allow them: inbox contact set NAME --answers';

test('revokes the token of the previous login on a second one, and says what has ended with it', async () => {
  await using terminal = await setUp();
  const first = await terminal.away(...terminal.byFile);
  expect([first.code, first.stderr.includes(ENDED)]).toEqual([0, false]);
  await terminal.away('contact', 'add', '--ntfy', 'https://ntfy.example/topic', '--name', 'Phone');
  const second = await terminal.away(...terminal.byFile);
  expect([second.code, second.stderr]).toEqual([0, expect.stringContaining(`${ENDED}\n`)]);
  expect(await tokensOf(terminal)).toHaveLength(1);
  const screen = terminal.open([], AWAY);
  await screen.press(ENDED, 'q');
  expect(await screen.exited).toBe(0);
  expect((await terminal.away('contact', 'set', 'Phone', '--answers')).code).toBe(0);
  const { stdout } = await terminal.away('api', 'GET', '/auth/session');
  expect(JSON.parse(stdout).answersEndedAt).toBeNull();
});

test('forgets the login on logout even if the inbox is unreachable, and says that its token is still valid', async () => {
  await using terminal = await setUp();
  await terminal.away(...terminal.byFile);
  await terminal.server.stop();
  const out = await terminal.away('logout');
  expect([out.code, out.stdout]).toEqual([1, '']);
  expect(out.stderr).toContain('its token is still valid');
  expect(JSON.parse(readFileSync(profilesOf(terminal), 'utf8'))).toEqual({
    current: null,
    profiles: {},
  });
});

const refused: [args: string[], stdin: string, code: number, says: string][] = [
  [['nowhere', '--with-token'], '', 2, 'is not an http(s) URL'],
  [['URL'], '', 2, '--email and --password-file, or --with-token'],
  [['URL', '--browser', '--with-token'], '', 2, 'Use only one of --browser'],
  [['http://127.0.0.1:1', '--browser'], '', 1, 'http://127.0.0.1:1 does not answer'],
  [['URL', '--email', EMAIL], '', 2, '--email and --password-file, or --with-token'],
  [['URL', '--with-token'], 'hp_key', 2, 'begins with hu_'],
  [['URL', '--with-token'], 'hu_wrong', 4, 'The token is not valid at'],
  [['URL', '--email', EMAIL, '--password-file', '-'], 'wrong', 4, 'error: '],
  [['http://127.0.0.1:1', '--with-token'], 'hu_x', 1, 'http://127.0.0.1:1 does not answer'],
];
test('explains a failed login and saves nothing', async () => {
  await using terminal = await setUp();
  const tried = refused.map(async ([args, stdin, code, says]) => {
    const at = args.map((one) => (one === 'URL' ? terminal.url : one));
    const ran = await terminal.run(['login', ...at], { stdin, env: AWAY });
    expect([args, ran.code, ran.stdout]).toEqual([args, code, '']);
    expect(ran.stderr).toContain(says);
  });
  await Promise.all(tried);
  expect(await Bun.file(profilesOf(terminal)).exists()).toBe(false);
});

test('prefers a flag to the environment, that to the profile, and that to the local inbox', async () => {
  await using terminal = await setUp();
  await using other = await setUp();
  const channelOf = async (one: Terminal, name: string) => {
    await one.ok('channel', 'create', name);
    return one.ok('token', 'create', 'x');
  };
  const here = await channelOf(terminal, 'here');
  const there = await channelOf(other, 'there');
  const login = (url: string, profile: string, stdin: string) =>
    terminal.run(['login', url, '--with-token', '--profile', profile], { stdin, env: AWAY });
  await login(terminal.url, 'mine', here);
  await login(other.url, 'theirs', there);
  const seen = async (args: string[], env: Record<string, string>) => {
    const { code, stdout, stderr } = await terminal.run(['channel', 'list', ...args], { env });
    return code === 0 ? stdout.split('\t')[1] : stderr;
  };
  const far = { INBOX_URL: other.url, INBOX_TOKEN: there };
  const says = (text: string) => expect.stringContaining(text);
  const cases: [args: string[], env: Record<string, string>, sees: unknown][] = [
    [[], AWAY, 'there'],
    [[], {}, 'here'],
    [['--data', terminal.data], AWAY, 'here'],
    [['--profile', 'mine'], AWAY, 'here'],
    [[], { INBOX_PROFILE: 'mine', INBOX_DATA: other.data }, 'here'],
    [['--profile', 'theirs'], { INBOX_PROFILE: 'mine' }, 'there'],
    [['--profile', 'mine'], far, 'here'],
    [[], { ...far, INBOX_PROFILE: 'mine' }, 'there'],
    [['--url', terminal.url], AWAY, 'here'],
    [['--profile', 'none'], AWAY, says('(saved: mine, theirs)')],
    [['--profile', 'mine', '--url', terminal.url], AWAY, says('cannot be used together')],
  ];
  const saw: unknown[] = await Promise.all(cases.map(([args, env]) => seen(args, env)));
  expect(saw).toEqual(cases.map(([, , sees]) => sees));
  expect((await terminal.away('profile', 'use', 'mine')).code).toBe(0);
  expect(await seen([], AWAY)).toBe('here');
  const listed = await terminal.away('profiles', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toEqual([
    { name: 'mine', url: terminal.url, isCurrent: true },
    { name: 'theirs', url: other.url, isCurrent: false },
  ]);
});

/** A malicious server: it accepts every login and stores the credentials. */
function nosy() {
  const received: string[] = [];
  const server = Bun.serve({
    port: 0,
    fetch({ headers }) {
      received.push(headers.get('x-api-key') ?? headers.get('authorization') ?? '');
      return Response.json([]);
    },
  });
  const stop = () => server.stop(true);
  return { url: `http://127.0.0.1:${server.port}`, received, [Symbol.dispose]: stop };
}

test('sends a token to no inbox but its own', async () => {
  await using terminal = await setUp();
  using other = nosy();
  await terminal.away(...terminal.byFile);
  const { code, stderr } = await terminal.away('list', '--url', other.url);
  expect([code, other.received]).toEqual([4, []]);
  expect(stderr).toContain(`inbox login ${other.url}`);
});

test('does not send a key meant for one inbox to the inbox of a profile', async () => {
  await using terminal = testTerminal();
  using other = nosy();
  const login = ['login', other.url, '--with-token', '--profile', 'other'];
  await terminal.run(login, { stdin: 'hu_theirs', env: AWAY });
  const env = { INBOX_URL: 'http://127.0.0.1:1', INBOX_API_KEY: 'hp_mine' };
  await terminal.run(['send', 'Hi', '-c', 'x', '--profile', 'other'], { env });
  mkdirSync(terminal.data);
  writeFileSync(join(terminal.data, 'config.json'), '{"apiKey": "hp_mine"}');
  await terminal.run(['send', 'Hi', '-c', 'x'], { env: { INBOX_PROFILE: 'other' } });
  expect(other.received).toEqual(Array(3).fill('Bearer hu_theirs'));
});

test('uses the saved login for ask and the triage view', async () => {
  await using terminal = await setUp();
  await terminal.channel();
  await terminal.away(...terminal.byFile);
  const key = await terminal.ok('key', 'create', 'ci');
  const asked = await terminal.run(['ask', 'approve', 'Go?', '-c', 'deploys'], {
    env: { ...AWAY, INBOX_API_KEY: key },
  });
  expect([asked.code, asked.stderr]).toEqual([
    0,
    expect.stringContaining('Nobody can be notified'),
  ]);
  const screen = terminal.open([], AWAY);
  await screen.shows('● live');
  await screen.press('1  Approve', '1');
  await screen.press('✓ Approve', 'q');
  expect(await screen.exited).toBe(0);
  const { review } = await terminal.json<Message>('show', asked.stdout.trim());
  expect(review?.respondedBy?.name).toBe('owner');
});

test('names the file when the saved logins are unreadable, and masks tokens in the list', async () => {
  await using terminal = await setUp();
  await terminal.run(terminal.byFile, { env: AWAY });
  expect((await terminal.away('profile', 'list')).stdout).toStartWith('*\t');
  expect((await terminal.away('token', 'list')).stdout).toMatch(/\thu_\S+…\t/);
  writeFileSync(profilesOf(terminal), '{');
  const { code, stderr } = await terminal.away('whoami');
  expect(code).toBe(2);
  expect(stderr).toStartWith(`error: ${profilesOf(terminal)} is not valid. Delete it`);
});
