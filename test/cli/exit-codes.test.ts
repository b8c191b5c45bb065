import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { sharedTerminal, testTerminal } from '../support/terminal.ts';

const terminal = sharedTerminal();
const asked = (kind = 'approve', ...flags: string[]) =>
  terminal.ok('ask', kind, 'Go?', '-c', 'deploys', ...flags);

/** Where no server runs, each command opens the data directory itself. */
async function unserved(...flags: string[]) {
  const alone = testTerminal();
  await alone.ok('channel', 'create', 'deploys');
  const id = await alone.ok('ask', 'approve', 'Go?', '-c', 'deploys', ...flags);
  return Object.assign(alone, { id });
}

const approvals: [answer: string[], code: number, printed: string][] = [
  [['--option', 'approve'], 0, 'approve\n'],
  [['--option', 'reject'], 5, 'reject\n'],
];
test.each(approvals)(
  'the wait for an approval answered by %p exits %p',
  async (flags, code, printed) => {
    const id = await asked();
    await terminal.ok('answer', id, ...flags);
    expect(await terminal.run(['wait', id])).toEqual({
      code,
      stdout: printed,
      stderr: '',
    });
  },
);

test('the approving option is the first of style primary, wherever it stands', async () => {
  const options = ['no:No:danger', 'later:Later', 'yes:Yes, go:primary'];
  const id = await asked('approve', ...options.flatMap((one) => ['--option', one]));
  await terminal.ok('answer', id, '--option', 'yes');
  expect((await terminal.run(['wait', id])).code).toBe(0);
});

test('the answer to a selection is its ids, one a line', async () => {
  const flags = ['--multi', '--option', 'eu:Europe', '--option', 'us'];
  const id = await asked('select', ...flags);
  await terminal.ok('answer', id, '--option', 'us', '--option', 'eu');
  const { code, stdout } = await terminal.run(['wait', id]);
  expect([code, stdout]).toEqual([0, 'us\neu\n']);
});

test('the answer to a form is JSON, a checkbox and a number among it', async () => {
  const fields = ['nodes:number', 'why?:textarea', 'loud:checkbox', 'in:select:In:eu,us'];
  const id = await asked('form', ...fields.flatMap((one) => ['--field', one]));
  const answers = ['nodes=3', 'loud=yes', 'in=eu'].flatMap((one) => ['--field', one]);
  await terminal.ok('answer', id, ...answers);
  const { code, stdout } = await terminal.run(['wait', id]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ nodes: 3, why: null, loud: true, in: 'eu' });
});

test('a question that was declined exits 5', async () => {
  const ask = ['ask', 'text', 'Why?', '-c', 'deploys', '--payload', '-'];
  const { stdout } = await terminal.run(ask, { stdin: '{"dismissLabel": "Skip"}' });
  const id = stdout.trim();
  await terminal.ok('answer', id, '--dismiss');
  expect((await terminal.run(['wait', id])).code).toBe(5);
});

test.concurrent('a question that expired exits 6, for who waits and for who answers', async () => {
  await using alone = await unserved('--expires', '1s');
  const waited = await alone.run(['wait', alone.id]);
  expect(waited).toEqual({ code: 6, stdout: '', stderr: 'The question expired unanswered.\n' });
  const late = await alone.run(['answer', alone.id, '--option', 'approve']);
  expect(late.code).toBe(6);
  expect(late.stderr).toMatch(/^error: This question expired (just now|\d+s ago) \(\d\d:\d\d\)\n$/);
});

test.concurrent('a time that runs out exits 8, prints nothing, and says how to go on waiting', async () => {
  await using alone = await unserved();
  const { code, stdout, stderr } = await alone.run(['wait', alone.id, '--timeout', '1s']);
  expect([code, stdout]).toEqual([8, '']);
  expect(stderr).toContain(`inbox wait ${alone.id}`);
});

test('a second answer exits 7 and tells who was first and when', async () => {
  const id = await asked();
  await terminal.ok('answer', id, '--option', 'approve');
  const { code, stdout, stderr } = await terminal.run(['answer', id, '--option', 'reject']);
  expect([code, stdout]).toEqual([7, '']);
  const when = '(just now|\\d+s ago) \\(\\d\\d:\\d\\d\\)';
  expect(stderr).toMatch(
    new RegExp(`^error: Already answered by owner \\(not logged in\\) ${when}: “Approve”\n$`),
  );
});

const usage: [args: string[], says: string][] = [
  [['send', 'Hi', '-c', 'nosuch'], 'There is no channel "nosuch"'],
  [['send', '', '-c', 'deploys'], 'The text is empty: give a text'],
  [['send', 'It', 'works', '-c', 'deploys'], 'Put the text in quotes: inbox send "It works"'],
  [['ask', 'approve', '-c', 'deploys'], 'Give the question: inbox ask approve "Deploy?"'],
  [['ask', 'text'], 'Give the question: inbox ask text'],
  [
    ['ask', 'Deploy?', '-c', 'deploys'],
    'Which kind of question? Write: inbox ask approve "Deploy?"',
  ],
  [
    ['ask', 'approve', 'Go?', '--option', 'a:b:dangerous'],
    'unknown style “dangerous”; use primary, ',
  ],
  [['ask', 'approve', 'Go?', '--option', 'a:b:c:danger'], 'A colon in a label is written \\:'],
  [['send', 'Hi', '-c', 'deploys', '--status', 'red'], 'Allowed choices'],
  [
    ['ask', 'form', 'Which?', '-c', 'deploys', '--field', 'a:colour'],
    'Unknown field type “colour”. Use text, ',
  ],
  [['ask', 'text', 'Which?', '-c', 'deploys', '--min-length', 'ten'], '--min-length'],
  [['ask', 'free', 'Go?', '-c', 'deploys', '--schema', '/nosuch'], '/nosuch: no such file'],
  [['ask'], 'approve'],
  [['wait'], 'Give an id: `inbox wait ID`'],
  [['wait', 'ID', '--timeout', '-1'], 'is not a duration'],
  [['list', '--nosuch'], "unknown option '--nosuch'"],
  [['show', 'a', 'b'], 'too many arguments'],
  [['answer', 'ID', '--text', 'approve'], 'This question takes one of its options: --option ID'],
  [['login', 'http://127.0.0.1:1'], '--email and --password-file, or --with-token'],
  [['list', '--profile', 'none'], 'There is no profile "none" (there are: none yet)'],
  [['list', '--profile', 'none', '--url', 'http://127.0.0.1:1'], 'not both'],
  [['triage', 'now'], 'too many arguments'],
  [['answer', 'ID', '--edit'], 'Not running in a terminal; pass --option ID'],
  [['channel', 'rm', 'deploys'], 'pass --yes'],
  [['channel', 'create', 'x', '--webhook', 'ftp://x'], 'webhookUrl'],
  [['key', 'create', 'x', '-c', 'nosuch'], 'There is no channel "nosuch"'],
  [['key', 'create', 'x', '--expires', '3 weeks'], 'is not a duration'],
  [['init'], '--email and --password-file'],
  [['init', '--email', 'nobody', '--password-file', '/dev/null'], 'password file is empty'],
  [['serve', '--port', '99999'], 'Invalid value “99999” for --port: use a number from 0 to 65535'],
  [['serve', '--port', 'abc'], 'Invalid value “abc” for --port: use a number from 0 to 65535'],
];

test('wrong usage exits 2, prints no data, and names what is wrong', async () => {
  const id = await asked();
  const ran = await Promise.all(
    usage.map(([args]) => terminal.run(args.map((one) => (one === 'ID' ? id : one)))),
  );
  usage.forEach(([args, says], at) => {
    expect([args, ran[at]]).toMatchObject([args, { code: 2, stdout: '' }]);
    expect(ran[at]?.stderr).toContain(says);
  });
});

test('what does not exist exits 1 and says so', async () => {
  const commands = ['show', 'wait', 'answer', 'key revoke', 'token revoke'];
  for (const command of commands) {
    const { code, stdout, stderr } = await terminal.run([...command.split(' '), 'nosuch']);
    expect([command, code, stdout]).toEqual([command, 1, '']);
    expect(stderr).toMatch(/^error: No \w+ “nosuch”: see `inbox [a-z -]+`\n$/);
  }
});

test('an agent that answers, and one without a valid key, exit 4', async () => {
  const { key } = await terminal.json<NewKey>('key', 'create', 'ci');
  const url = findRun(terminal.data)?.url ?? '';
  const far = { INBOX_DATA: `${terminal.home}/elsewhere`, INBOX_URL: url };
  const answer = ['answer', await asked(), '--option', 'approve'];
  const agent = await terminal.run(answer, { env: { ...far, INBOX_API_KEY: key } });
  expect([agent.code, agent.stdout]).toEqual([4, '']);
  const nobody = await terminal.run(['list'], { env: { ...far, INBOX_API_KEY: 'hp_wrong' } });
  expect([nobody.code, nobody.stderr]).toEqual([
    4,
    expect.stringContaining('The key in INBOX_API_KEY is not valid here, or has expired'),
  ]);
  const unnamed = await terminal.run(['list'], { env: far });
  expect(unnamed.code).toBe(4);
  expect(unnamed.stderr).toContain('set INBOX_TOKEN (a person) or INBOX_API_KEY (an agent)');
});

test('a wait that is interrupted exits 130 and leaves the question open', async () => {
  await using alone = await unserved();
  for (const one of [alone, terminal]) {
    const asking = one.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
    await asking.says('Asked ');
    asking.kill('SIGINT');
    const { code, stdout, stderr } = await asking.ended;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(/Still open. To resume: inbox wait (\w+)\n$/);
    const [, id = ''] = /Asked (\w+)/.exec(stderr) ?? [];
    await one.ok('answer', id, '--option', 'approve');
    expect((await one.run(['wait', id])).code).toBe(0);
  }
});
