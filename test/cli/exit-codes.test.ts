import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { keys, sharedTerminal, testTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();
const asked = (kind = 'approve', ...flags: string[]) =>
  terminal.ok('ask', kind, 'Go?', '-c', 'deploys', ...flags);

/** Where no server runs, each command opens the data directory itself. */
async function unserved(...flags: string[]) {
  const alone = testTerminal();
  await alone.channel();
  const id = await alone.ok('ask', 'approve', 'Go?', '-c', 'deploys', ...flags);
  return Object.assign(alone, { id });
}

const approvals: [answer: string[], code: number, printed: string][] = [
  [['--option', 'approve'], 0, 'approve\n'],
  [['--option', 'reject'], 5, 'reject\n'],
];
test.each(approvals)(
  'wait exits for an approval answered by %p with %p',
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

const meanings: [options: string[], codes: number[]][] = [
  [
    ['no:No:danger', 'later:Later', 'yes:Yes, go:primary'],
    [5, 5, 0],
  ],
  [
    ['del:Delete:danger', 'keep:Keep'],
    [5, 5],
  ],
  [
    ['del:Delete:danger:allow', 'keep:Keep::deny'],
    [0, 5],
  ],
];
test.each(meanings)('wait exits for the options %p with %p', async (options, codes) => {
  const flags = options.flatMap((one) => ['--option', one]);
  const chosen = options.map(async (option) => {
    const id = await asked('approve', ...flags);
    await terminal.ok('answer', id, '--option', option.split(':')[0] ?? '');
    return (await terminal.run(['wait', id])).code;
  });
  expect(await Promise.all(chosen)).toEqual(codes);
});

test('wait exits 5 for a diff with changes requested', async () => {
  const { key } = await terminal.json<NewKey>('key', 'create', 'diffs');
  const url = findRun(terminal.data)?.url;
  const [channel] = await terminal.json<{ id: string }[]>('channel', 'list');
  const files = [{ path: 'a', diff: '@@ -1 +1 @@\n-a\n+b' }];
  for (const [verdict, code] of [
    ['approve', 0],
    ['request-changes', 5],
  ] as const) {
    const sent = await fetch(`${url}/api/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({
        channelId: channel?.id,
        review: { type: 'diff-review', payload: { files } },
      }),
    });
    const { id } = (await sent.json()) as { id: string };
    await terminal.run(['answer', id, '--answer', '-'], { stdin: JSON.stringify({ verdict }) });
    expect([verdict, (await terminal.run(['wait', id])).code]).toEqual([verdict, code]);
  }
});

test('prints the answer to a selection as one id per line', async () => {
  const flags = ['--multi', '--option', 'eu:Europe', '--option', 'us'];
  const id = await asked('select', ...flags);
  await terminal.ok('answer', id, '--option', 'us', '--option', 'eu');
  const { code, stdout } = await terminal.run(['wait', id]);
  expect([code, stdout]).toEqual([0, 'us\neu\n']);
});

test('prints the answer to a form as JSON with typed values', async () => {
  const fields = ['nodes:number', 'why?:textarea', 'loud:checkbox', 'in:select:In:eu,us'];
  const id = await asked('form', ...fields.flatMap((one) => ['--field', one]));
  const answers = ['nodes=3', 'loud=yes', 'in=eu'].flatMap((one) => ['--field', one]);
  await terminal.ok('answer', id, ...answers);
  const { code, stdout } = await terminal.run(['wait', id]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ nodes: 3, why: null, loud: true, in: 'eu' });
});

test('exits 5 for a dismissed question', async () => {
  const ask = ['ask', 'text', 'Why?', '-c', 'deploys', '--payload', '-'];
  const { stdout } = await terminal.run(ask, { stdin: '{"dismissLabel": "Skip"}' });
  const id = stdout.trim();
  await terminal.ok('answer', id, '--dismiss');
  expect((await terminal.run(['wait', id])).code).toBe(5);
});

test.concurrent('exits 6 for an expired question, from wait and from answer', async () => {
  await using alone = await unserved('--expires', '1s');
  const waited = await alone.run(['wait', alone.id]);
  expect(waited).toEqual({ code: 6, stdout: '', stderr: 'The question expired unanswered.\n' });
  const late = await alone.run(['answer', alone.id, '--option', 'approve']);
  expect(late.code).toBe(6);
  expect(late.stderr).toMatch(/^error: This question expired (just now|\d+s ago) \(\d\d:\d\d\)\n$/);
});

test('exits 6 for a withdrawn question with the word of its agent, from wait, answer and show', async () => {
  const id = await asked();
  const reason = 'done in the terminal';
  const { code, stderr } = await terminal.run(['withdraw', id.slice(-8), '--reason', reason]);
  expect([code, stderr]).toEqual([0, `Withdrawn: Go?  ${id.slice(-8)}\n`]);
  const says = `Its agent says: ${reason}`;
  expect(await terminal.run(['wait', id])).toEqual({
    code: 6,
    stdout: '',
    stderr: `The question was withdrawn. ${says}.\n`,
  });
  const late = await terminal.run(['answer', id, '--option', 'approve']);
  expect(late.code).toBe(6);
  expect(late.stderr).toMatch(/^error: This question was withdrawn (just now|\d+s ago) \(/);
  expect(late.stderr).toEndWith(`. ${says}\n`);
  expect(await terminal.ok('show', id)).toContain(`– Withdrawn. ${says}`);
  expect(await terminal.ok('list', '--all')).toMatch(new RegExp(`^${id}\t.*\twithdrawn\t`, 'm'));
  const long = await terminal.run(['withdraw', id, '--reason', 'x'.repeat(501)]);
  expect([long.code, long.stderr]).toEqual([2, expect.stringContaining('reason')]);
});

test.concurrent('exits 8 at the timeout, prints no answer and says how to resume', async () => {
  await using alone = await unserved();
  const { code, stdout, stderr } = await alone.run(['wait', alone.id, '--timeout', '1s']);
  expect([code, stdout]).toEqual([8, '']);
  expect(stderr).toContain(`inbox wait ${alone.id}`);
});

test('exits 7 for a second answer and says who answered first and when', async () => {
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
  [['send', 'Hi', '-c', 'nosuch'], 'Channel “nosuch” not found'],
  [['send', '', '-c', 'deploys'], 'The text is empty: pass a text'],
  [['send', 'It', 'works', '-c', 'deploys'], 'Put the text in quotes: inbox send "It works"'],
  [
    ['ask', 'approve', '-c', 'deploys'],
    'The question is empty. Example: inbox ask approve "Deploy?"',
  ],
  [['ask', 'text'], 'The question is empty. Example: inbox ask text'],
  [['ask', 'Deploy?', '-c', 'deploys'], 'Name the kind of question: inbox ask approve "Deploy?"'],
  [
    ['ask', 'approve', 'Go?', '--option', 'a:b:dangerous'],
    'unknown style “dangerous”; use primary, ',
  ],
  [['ask', 'approve', 'Go?', '--option', 'a:b:c:danger'], 'A colon in a label is written \\:'],
  [
    ['ask', 'approve', 'Go?', '--option', 'a:b::maybe'],
    'unknown decision “maybe”; use allow, deny',
  ],
  [
    ['ask', 'approve', 'Go?', '--option', 'a:b:allow'],
    'the decision is the fourth part: a:b::allow',
  ],
  [['ask', 'approve', 'Go?', '--option', 'a:b::deny:c'], '“a:b::deny:c” has more than four parts'],
  [['send', 'Hi', '-c', 'deploys', '--status', 'red'], 'Allowed choices'],
  [
    ['ask', 'form', 'Which?', '-c', 'deploys', '--field', 'a:colour'],
    'Unknown field type “colour”. Use text, ',
  ],
  [['ask', 'text', 'Which?', '-c', 'deploys', '--min-length', 'ten'], '--min-length'],
  [['ask', 'free', 'Go?', '-c', 'deploys', '--schema', '/nosuch'], '/nosuch: no such file'],
  [['ask'], 'approve'],
  [['wait'], 'An id is required: `inbox wait ID`'],
  [['wait', 'ID', '--timeout', '-1'], 'is not a duration'],
  [['list', '--nosuch'], "unknown option '--nosuch'"],
  [['show', 'a', 'b'], 'too many arguments'],
  [['answer', 'ID', '--text', 'approve'], 'This question takes one of its options: --option ID'],
  [['login', 'http://127.0.0.1:1'], '--email and --password-file, or --with-token'],
  [['list', '--profile', 'none'], 'Profile “none” not found (saved: none)'],
  [['list', '--profile', 'none', '--url', 'http://127.0.0.1:1'], 'cannot be used together'],
  [['triage', 'now'], 'too many arguments'],
  [['answer', 'ID', '--edit'], 'Not running in a terminal; pass --option ID'],
  [['channel', 'rm', 'deploys'], 'pass --yes'],
  [['channel', 'create', 'x', '--webhook', 'ftp://x'], 'webhookUrl'],
  [['key', 'create', 'x', '-c', 'nosuch'], 'Channel “nosuch” not found'],
  [['key', 'create', 'x', '--expires', '3 weeks'], 'is not a duration'],
  [['init'], '--email and --password-file'],
  [['init', '--email', 'nobody', '--password-file', '/dev/null'], 'password file is empty'],
  [['serve', '--port', '99999'], '--port must be an integer from 0 to 65535 (got “99999”)'],
  [['serve', '--port', 'abc'], '--port must be an integer from 0 to 65535 (got “abc”)'],
];

test('exits 2 for wrong usage, prints no data and names the fault', async () => {
  const id = await asked();
  const ran = await Promise.all(
    usage.map(([args]) => terminal.run(args.map((one) => (one === 'ID' ? id : one)))),
  );
  usage.forEach(([args, says], at) => {
    expect([args, ran[at]]).toMatchObject([args, { code: 2, stdout: '' }]);
    expect(ran[at]?.stderr).toContain(says);
  });
});

test.each([
  'show',
  'wait',
  'answer',
  'channel rm',
  'channel webhook show',
  'file download',
  'key revoke',
  'key rotate',
  'token revoke',
  'user disable',
  'user enable',
  'user passwd',
  'deliveries show',
  'deliveries retry',
  'profile use',
])('inbox %s exits 1 for an unknown argument', async (command) => {
  await Bun.write(`${terminal.home}/password`, 'correct horse');
  const flags = command.endsWith('passwd') ? ['--password-file', `${terminal.home}/password`] : [];
  const typed = [...command.split(' '), 'nosuch', ...flags];
  const { code, stdout, stderr } = await terminal.run(typed);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: [A-Z]\w+ “nosuch” not found.* with `inbox [a-zA-Z -]+`\n$/);
});

test.each([
  'list --channel',
  'tail --channel',
  'file list --channel',
  'deliveries list --channel',
  'deliveries list --message',
  'token list --user',
  'contact list --user',
  'audit list --actor',
  'audit list --subject',
  'list --profile',
  'token create x --email',
])('inbox %s exits 2 for an unknown option value', async (command) => {
  const { code, stdout, stderr } = await terminal.run([...command.split(' '), 'nosuch']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toStartWith('error: ');
});

test('documents the exit code for something not found', async () => {
  const page = (await terminal.ok('help', 'exit-codes')).replaceAll('\n', ' ');
  expect(page).toContain('If something is not found, the exit code is 1 for an argument');
});

test('uses a key beside a local server only for sending and asking', async () => {
  const { key } = await terminal.json<NewKey>('key', 'create', 'beside');
  const env = { INBOX_API_KEY: key };
  const wrong = { INBOX_API_KEY: 'hp_wrong' };
  const path = `${terminal.home}/beside.txt`;
  await Bun.write(path, 'Hi');
  const agents = [
    'ask approve Go? -c deploys',
    'send Hi -c deploys',
    `file upload ${path} -c deploys`,
  ];
  for (const command of [...agents, 'file list']) {
    expect([command, (await terminal.run(command.split(' '), { env })).code]).toEqual([command, 0]);
    const { code } = await terminal.run(command.split(' '), { env: wrong });
    expect([command, code]).toEqual([command, 4]);
  }
  for (const command of ['list', 'key list', 'whoami', 'config show', 'deliveries']) {
    const { code } = await terminal.run(command.split(' '), { env: wrong });
    expect([command, code]).toEqual([command, 0]);
  }
  const page = (await terminal.ok('help', 'settings')).replaceAll('\n', ' ');
  expect(page).toContain(
    '`inbox ask`, `wait`, `send`, `file` and `listen` act as the agent of the key',
  );
});

test('exits 4 for an agent that answers and for an invalid key', async () => {
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

test('ends a loop of the shell with the wait that Ctrl-C interrupts', async () => {
  await using alone = await unserved();
  const wait = `inbox wait ${alone.id}`;
  const screen = alone.openShell(`for one in 1 2 3; do ${wait}; echo "round $one"; done`);
  await screen.shows('Ctrl-C stops waiting');
  screen.type(keys.ctrlC);
  expect(await screen.exited).toBe(130);
  expect(screen.text()).toContain(`Still pending. To resume: ${wait}`);
  expect(screen.text()).not.toContain('round');
});

test('exits 130 for an interrupted wait and leaves the question pending', async () => {
  await using alone = await unserved();
  for (const one of [alone, terminal]) {
    const asking = one.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
    await asking.says('Asked ');
    asking.kill('SIGINT');
    const { code, stdout, stderr } = await asking.ended;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(/Still pending. To resume: inbox wait (\w+)\n$/);
    const [, id = ''] = /Asked (\w+)/.exec(stderr) ?? [];
    await one.ok('answer', id, '--option', 'approve');
    expect((await one.run(['wait', id])).code).toBe(0);
  }
});
