import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { keys, type Screen, testTerminal } from '../support/terminal/terminal.ts';

const EMAIL = 'rita@example.org';
const PASSWORD = 'correct horse battery';

test('sets up the owner once by flags, with the password from standard input', async () => {
  await using terminal = testTerminal();
  const args = ['init', '--email', 'rita@example.org', '--password-file', '-', '--name', 'Rita'];
  // An editor on Windows may begin a file with a mark, which the password lacks.
  const first = await terminal.run(args, { stdin: '\uFEFFcorrect horse battery\n' });
  expect([first.code, first.stdout]).toEqual([0, 'rita@example.org\n']);
  const again = await terminal.run([...args, '--json'], { stdin: 'another password\n' });
  expect(again.stderr).toBe('This inbox is already set up for rita@example.org.\n');
  expect(JSON.parse(again.stdout)).toMatchObject({ name: 'Rita', role: 'owner' });
  const { url } = await terminal.serve();
  const login = ['login', url, '--email', EMAIL, '--password-file', '-'];
  const entered = await terminal.run(login, { stdin: 'correct horse battery\n' });
  expect([entered.code, entered.stderr]).toEqual([0, expect.stringContaining('Logged in')]);
});

/** Answers what comes before the password. */
async function introduce(screen: Screen): Promise<void> {
  await screen.answer('Your e-mail address', `rita${keys.enter}`);
  await screen.answer('nvalid', `@example.org${keys.enter}`);
  await screen.answer('Your name', `${keys.clear}Rita${keys.enter}`);
}

test('prompts on a terminal, asks for the password twice and echoes neither', async () => {
  await using terminal = testTerminal();
  const screen = terminal.open(['init']);
  await introduce(screen);
  await screen.answer('Password for the dashboard', `${PASSWORD}${keys.enter}`);
  await screen.answer('Repeat the password', `${PASSWORD}${keys.enter}`);
  expect(await screen.exited).toBe(0);
  expect(screen.raw()).not.toContain('correct');
  expect(await terminal.json('init')).toMatchObject({ name: 'Rita', email: EMAIL });
});

test('asks for the password again when the two differ or it is a common one', async () => {
  await using terminal = testTerminal();
  const screen = terminal.open(['init', '--email', EMAIL]);
  const [longer, common] = [`${PASSWORD}!`, 'password1234'];
  const tries = [PASSWORD, longer, common, common, PASSWORD, PASSWORD];
  for (const [at, password] of tries.entries()) {
    const question = at % 2 === 0 ? '◆  Password for' : '◆  Repeat the password';
    await screen.answer(question, `${password}${keys.enter}`);
  }
  await screen.shows(EMAIL);
  expect(screen.text()).toContain('The passwords do not match; enter both again.');
  expect(screen.text()).toContain('This password is too common');
  expect(await screen.exited).toBe(0);
  const { url } = await terminal.serve();
  const log = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  expect(log.status).toBe(200);
});

const incomplete: [args: string[], says: string][] = [
  [[], 'Not running in a terminal; pass --email and --password-file, or --yes for neither'],
  [['--email', EMAIL], 'The password is missing: pass --password-file FILE'],
  [['--email', EMAIL, '--name', 'Rita', '--yes'], 'The password is missing: pass --password-file'],
  [['--password-file', '-', '--yes'], 'The e-mail address is missing: pass --email ADDRESS'],
  [['--name', 'Rita', '--yes'], 'The e-mail address is missing: pass --email ADDRESS'],
];

test.each(incomplete)(
  'names what is missing for %p without a terminal, and creates nothing',
  async (args, says) => {
    await using terminal = testTerminal();
    const { code, stdout, stderr } = await terminal.run(['init', ...args]);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
    expect(existsSync(terminal.data)).toBe(false);
  },
);

test('ends with one next step and the address', async () => {
  await using terminal = testTerminal();
  const last = (stderr: string) => stderr.trimEnd().split('\n').at(-1);
  const owner = ['--email', EMAIL, '--password-file', '-'];
  const address = { INBOX_PORT: '4711' };
  const none = await terminal.run(['init', '--yes'], { env: address });
  expect(last(none.stderr)).toBe(
    'Next: run `inbox serve` and open the link it prints, at http://127.0.0.1:4711',
  );
  const first = await terminal.run(['init', ...owner], { env: address, stdin: PASSWORD });
  expect(last(first.stderr)).toBe('Next: run `inbox serve` and open http://127.0.0.1:4711');
  await using served = testTerminal();
  const { url } = await served.serve();
  const then = await served.run(['init', ...owner], { stdin: PASSWORD });
  expect(last(then.stderr)).toBe(`Next: open ${url}`);
});
