import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { type Terminal, testTerminal } from '../support/terminal.ts';

async function asking(kind = 'approve', ...flags: string[]) {
  const terminal = testTerminal();
  await terminal.ok('channel', 'create', 'deploys');
  const id = await terminal.ok('ask', kind, 'Go?', '-c', 'deploys', ...flags);
  return Object.assign(terminal, { id });
}

const approvals: [answer: string[], code: number, printed: string][] = [
  [['--option', 'approve'], 0, 'approve\n'],
  [['--option', 'reject'], 5, 'reject\n'],
];
test.each(approvals)(
  'the wait for an approval answered by %p exits %p',
  async (flags, code, printed) => {
    await using terminal = await asking();
    await terminal.ok('answer', terminal.id, ...flags);
    expect(await terminal.run(['wait', terminal.id])).toEqual({
      code,
      stdout: printed,
      stderr: '',
    });
  },
);

test('the approving option is the first of style primary, wherever it stands', async () => {
  const options = ['no:No:danger', 'later:Later', 'yes:Yes, go:primary'];
  await using terminal = await asking('approve', ...options.flatMap((one) => ['--option', one]));
  await terminal.ok('answer', terminal.id, '--option', 'yes');
  expect((await terminal.run(['wait', terminal.id])).code).toBe(0);
});

test('the answer to a selection is its ids, one a line', async () => {
  const flags = ['--multi', '--option', 'eu:Europe', '--option', 'us'];
  await using terminal = await asking('select', ...flags);
  await terminal.ok('answer', terminal.id, '--option', 'us', '--option', 'eu');
  const { code, stdout } = await terminal.run(['wait', terminal.id]);
  expect([code, stdout]).toEqual([0, 'us\neu\n']);
});

test('the answer to a form is JSON, a checkbox and a number among it', async () => {
  const fields = ['nodes:number', 'why?:textarea', 'loud:checkbox', 'in:select:In:eu,us'];
  await using terminal = await asking('form', ...fields.flatMap((one) => ['--field', one]));
  const answers = ['nodes=3', 'loud=yes', 'in=eu'].flatMap((one) => ['--field', one]);
  await terminal.ok('answer', terminal.id, ...answers);
  const { code, stdout } = await terminal.run(['wait', terminal.id]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ nodes: 3, why: null, loud: true, in: 'eu' });
});

test('a question that was declined exits 5', async () => {
  await using terminal = testTerminal();
  await terminal.ok('channel', 'create', 'deploys');
  const asked = await terminal.run(['ask', 'text', 'Why?', '-c', 'deploys', '--payload', '-'], {
    stdin: '{"dismissLabel": "Skip"}',
  });
  const id = asked.stdout.trim();
  await terminal.ok('answer', id, '--dismiss');
  expect((await terminal.run(['wait', id])).code).toBe(5);
});

test('a question that expired exits 6, for who waits and for who answers', async () => {
  await using terminal = await asking('approve', '--expires', '1s');
  const waited = await terminal.run(['wait', terminal.id]);
  expect(waited).toEqual({ code: 6, stdout: '', stderr: 'The question expired unanswered.\n' });
  const late = await terminal.run(['answer', terminal.id, '--option', 'approve']);
  const { review } = await terminal.json<Message>('show', terminal.id);
  expect([late.code, late.stderr]).toEqual([
    6,
    `error: This review expired at ${review?.expiresAt}\n`,
  ]);
});

test('a second answer exits 7 and tells who was first and when', async () => {
  await using terminal = await asking();
  const { review } = await terminal.json<Message>('answer', terminal.id, '--option', 'approve');
  const { code, stdout, stderr } = await terminal.run([
    'answer',
    terminal.id,
    '--option',
    'reject',
  ]);
  expect([code, stdout]).toEqual([7, '']);
  expect(stderr).toBe(`error: Already answered by owner at ${review?.respondedAt}\n`);
});

test('a time that runs out exits 8, prints nothing, and says how to go on waiting', async () => {
  await using terminal = await asking();
  const { code, stdout, stderr } = await terminal.run(['wait', terminal.id, '--timeout', '1s']);
  expect([code, stdout]).toEqual([8, '']);
  expect(stderr).toContain(`inbox wait ${terminal.id}`);
});

const usage: [args: string[], says: string][] = [
  [['send', 'Hi'], '--channel'],
  [['send', 'Hi', '-c', 'nosuch'], 'There is no channel "nosuch"'],
  [['send', '', '-c', 'deploys'], 'text'],
  [['send', 'Hi', '-c', 'deploys', '--status', 'red'], 'Allowed choices'],
  [['ask', 'select', 'Which?', '-c', 'deploys'], 'items'],
  [['ask', 'form', 'Which?', '-c', 'deploys', '--field', 'a:colour'], 'no field type'],
  [['ask', 'text', 'Which?', '-c', 'deploys', '--min-length', 'ten'], '--min-length'],
  [['ask', 'approve', 'Go?', '-c', 'deploys', '--expires', 'soon'], '"soon" is no duration'],
  [['ask', 'free', 'Go?', '-c', 'deploys', '--schema', '/nosuch'], '/nosuch cannot be read'],
  [['ask', 'approve', 'Go?', '-c', 'deploys', '--timeout', '5m'], '--wait'],
  [['ask'], 'approve'],
  [['wait'], "missing required argument 'id'"],
  [['wait', 'ID', '--timeout', '-1'], 'is no duration'],
  [['list', '--limit', '0'], 'from 1 to 100'],
  [['list', '--nosuch'], "unknown option '--nosuch'"],
  [['show', 'a', 'b'], 'too many arguments'],
  [['answer', 'ID'], 'There is no terminal to ask on: give --option ID'],
  [['answer', 'ID', '--option', 'maybe'], 'selectedOption'],
  [['answer', 'ID', '--option', 'approve', '--option', 'reject'], 'one --option'],
  [['answer', 'ID', '--option', 'approve', '--comment', 'ok'], 'takes no comment'],
  [['answer', 'ID', '--text', 'approve'], 'give --option ID'],
  [['answer', 'ID', '--answer', '/nosuch'], '/nosuch cannot be read'],
  [['login', 'http://127.0.0.1:1'], '--email and --password-file, or --with-token'],
  [['login', 'inbox'], 'no http or https URL'],
  [['logout'], 'You are not logged in anywhere'],
  [['profile', 'use', 'none'], 'There is no profile "none"'],
  [['list', '--profile', 'none'], 'There is no profile "none" (there are: none yet)'],
  [['list', '--profile', 'none', '--url', 'http://127.0.0.1:1'], 'not both'],
  [['triage', 'now'], 'too many arguments'],
  [['answer', 'ID', '--edit'], 'There is no terminal to ask on: give --option ID'],
  [['channel', 'rm', 'deploys'], 'give --yes'],
  [['channel', 'create', 'x', '--webhook', 'ftp://x'], 'webhookUrl'],
  [['key', 'create', 'x', '-c', 'nosuch'], 'There is no channel "nosuch"'],
  [['key', 'create', 'x', '--expires', '3 weeks'], 'is no duration'],
  [['init'], '--email and --password-file'],
  [['init', '--email', 'nobody', '--password-file', '/dev/null'], 'password file is empty'],
  [['serve', '--port', '99999'], '--port does not fit'],
];

test('wrong usage exits 2, prints no data, and names what is wrong', async () => {
  await using terminal = await asking();
  await terminal.serve();
  const ran = await Promise.all(
    usage.map(async ([args]) =>
      terminal.run(args.map((one) => (one === 'ID' ? terminal.id : one))),
    ),
  );
  usage.forEach(([args, says], at) => {
    expect([args, ran[at]]).toMatchObject([args, { code: 2, stdout: '' }]);
    expect(ran[at]?.stderr).toContain(says);
  });
});

test('what does not exist exits 1 and says so', async () => {
  await using terminal = await asking();
  const commands = ['show', 'wait', 'answer', 'key revoke', 'token revoke'];
  for (const command of commands) {
    const { code, stdout, stderr } = await terminal.run([...command.split(' '), 'nosuch']);
    expect([command, code, stdout]).toEqual([command, 1, '']);
    expect(stderr).toMatch(/^error: \w+ not found\n$/);
  }
});

async function keyOf(terminal: Terminal): Promise<string> {
  return (await terminal.json<NewKey>('key', 'create', 'ci')).key;
}

test('an agent that answers, and one without a valid key, exit 4', async () => {
  await using terminal = await asking();
  const { url } = await terminal.serve();
  const key = await keyOf(terminal);
  const far = { INBOX_DATA: `${terminal.home}/elsewhere`, INBOX_URL: url };
  const answer = ['answer', terminal.id, '--option', 'approve'];
  const agent = await terminal.run(answer, { env: { ...far, INBOX_API_KEY: key } });
  expect([agent.code, agent.stdout]).toEqual([4, '']);
  const nobody = await terminal.run(['list'], { env: { ...far, INBOX_API_KEY: 'hp_wrong' } });
  expect([nobody.code, nobody.stderr]).toEqual([4, 'error: Invalid API key\n']);
  const unnamed = await terminal.run(['list'], { env: far });
  expect(unnamed.code).toBe(4);
  expect(unnamed.stderr).toContain('set INBOX_API_KEY (an agent) or INBOX_TOKEN (a person)');
});

test('a wait that is interrupted exits 130 and leaves the question open', async () => {
  await using terminal = await asking();
  for (const serves of [false, true]) {
    if (serves) await terminal.serve();
    const asked = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
    await asked.says('Asked ');
    asked.kill('SIGINT');
    const { code, stdout, stderr } = await asked.ended;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(/Go on waiting: inbox wait (\w+)\n$/);
    const [, id = ''] = /Asked (\w+)/.exec(stderr) ?? [];
    await terminal.ok('answer', id, '--option', 'approve');
    expect((await terminal.run(['wait', id])).code).toBe(0);
  }
});
