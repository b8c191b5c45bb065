import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { NewKey } from '../../src/core/access/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { sharedTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();
let id = '';
let key = '';
let token = '';
beforeAll(async () => {
  await terminal.ok('channel', 'create', 'staging');
  id = await terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  ({ key } = await terminal.json<NewKey>('key', 'create', 'ci'));
  token = await terminal.ok('token', 'create', 'laptop');
  await Bun.write(join(terminal.home, 'text'), 'approve');
});

type Row = {
  typed: string[];
  code: number;
  /** All of stderr but its first word, `error:`, and the last line break. */
  says: string | RegExp;
  env?: () => Record<string, string>;
};
const row = (typed: string[], code: number, says: Row['says'], env?: Row['env']): Row => ({
  typed,
  code,
  says,
  ...(env ? { env } : {}),
});

const nowhere = 'http://127.0.0.1:1';
const far = (env: Record<string, string>) => ({
  INBOX_DATA: `${terminal.home}/elsewhere`,
  ...env,
});
/** Where a key is all there is to log in with. */
const byKey = () =>
  far({ INBOX_URL: findRun(terminal.data)?.url ?? '', INBOX_API_KEY: key, HOME: '/nonexistent' });
const OPTIONS = 'Options: approve (Approve), reject (Reject)';
const DURATION = '“soon” is not a duration. Use 30s, 10m, 1h30m or 90d.';
const NO_PERSON = 'Only a person may do this. Set INBOX_TOKEN, or run `inbox login';
const meant = (name: string) =>
  `unknown command '${name}'\n(Did you mean \`inbox answer\` to answer, or \`inbox ask approve\` to ask?)\n(see \`inbox help\`)`;

const rows: Row[] = [
  row(
    ['ask', 'approve', 'Go?', '-c', 'deploys', '--confirm', '--default', 'approve'],
    2,
    '--confirm and --default cannot be used together: only a user who is logged in may answer',
  ),
  row(['contact', 'add', '--ntfy', 'two words'], 2, /^--ntfy: /),
  row(['ladder', 'set', 'deploys', '--step', '10x:bob'], 2, /^--step: “10x” is not a duration\./),
  row(['list'], 1, /^No inbox at http\S+\/nope, but at another path of that server/, () =>
    far({ INBOX_URL: `${findRun(terminal.data)?.url}/nope`, INBOX_TOKEN: 'hu_x' }),
  ),
  row(
    ['ask', 'approve', 'Go?', '-c', 'deploys'],
    4,
    /^Only an agent may ask for a review\. Set INBOX_API_KEY/,
    () =>
      far({
        INBOX_URL: findRun(terminal.data)?.url ?? '',
        INBOX_TOKEN: token,
        HOME: '/nonexistent',
      }),
  ),
  row(
    ['file', 'upload', '-', '-c', 'deploys'],
    2,
    'A file is uploaded by its path: its name is shown',
  ),
  row(['backup', 'create', '-', '--json'], 2, '--json and - cannot be used together'),
  row(['lst'], 2, "unknown command 'lst'\n(Did you mean one of list, ls?)\n(see `inbox help`)"),
  row(['accept', 'ID'], 2, meant('accept')),
  row(['declin', 'ID'], 2, meant('declin')),
  row(
    ['view', 'ID'],
    2,
    "unknown command 'view'\n(Did you mean `inbox answer` to answer, or `inbox show` to read?)\n(see `inbox help`)",
  ),
  row(
    ['help', 'ask', 'nope'],
    2,
    'Unknown command `inbox ask nope`. Subcommands: approve, select, form, text, free, permission, questions.',
  ),
  row(['help', 'list', 'nope'], 2, '`inbox list` has no subcommands; see `inbox help list`'),
  row(
    ['list', '--pendin'],
    2,
    "unknown option '--pendin'\n(Did you mean --pending?)\n(see `inbox help list`)",
  ),
  row(['list', 'foo'], 2, 'list takes no arguments; to search: inbox list --search "foo"'),
  row(['list', '--limit', '0'], 2, /^option '--limit <count>' .* Use a number from 1 to 10000\./),
  row(
    ['list', '-c', 'deploy'],
    2,
    'Channel “deploy” not found. Did you mean “deploys”? List them with `inbox channel list`',
  ),
  row(
    ['list', '-c', 'DEPLOYS'],
    2,
    'Channel “DEPLOYS” not found. Did you mean “deploys”? List them with `inbox channel list`',
  ),
  row(['-c', 'deploy'], 2, /^Channel “deploy” not found\. Did you mean “deploys”\?/),
  row(['show'], 2, 'An id is required: `inbox show ID`. List ids with `inbox list`'),
  row(['show', 'xyz'], 1, 'Message “xyz” not found. List them with `inbox list --all`'),
  row(['answer', 'ID'], 2, `Not running in a terminal; pass --option ID. ${OPTIONS}`),
  row(['answer', 'ID', '--option', 'yes'], 2, `Unknown option “yes”. ${OPTIONS}`),
  row(['answer', 'ID', '--option', 'a', '--option', 'b'], 2, 'An approval takes one --option'),
  row(['answer', 'ID', '--dismiss'], 2, 'This question cannot be dismissed.'),
  row(
    ['answer', 'ID', '--option', 'approve', '--comment', 'hey'],
    2,
    'This question takes no comment',
  ),
  row(['answer', 'ID', '--answer', 'nofile.json'], 2, 'nofile.json: no such file'),
  row(['answer', 'ID', '--answer', '/'], 2, '/: is a directory'),
  row(['answer', 'ID', '--answer', 'TEXT'], 2, /^\S+text is not JSON: .*Unexpected identifier/),
  row(['wait', 'nope'], 1, 'Message “nope” not found. List them with `inbox list --all`'),
  row(['wait', 'ID', '--timeout', 'soon'], 2, `--timeout: ${DURATION}`),
  row(['ask', 'approve', 'hi'], 2, '--channel is required. Channels: deploys, staging'),
  row(
    ['ask', 'approval', 'hi', '-c', 'deploys'],
    2,
    "unknown command 'approval'\n(Did you mean approve?)\n(see `inbox help ask`)",
  ),
  row(
    ['ask', 'approve', 'Deploy', '1.4.2', '-c', 'deploys'],
    2,
    'Put the text in quotes: inbox ask approve "Deploy 1.4.2"',
  ),
  row(['ask', 'approve', 'hi', '--option', ''], 2, '--option: the id is empty'),
  row(['ask', 'approve', 'hi', '--option', 'a', '--option', 'a'], 2, '--option: “a” is used twice'),
  row(
    ['ask', 'select', 'hi', '-c', 'deploys'],
    2,
    'At least one --option is required, such as --option eu:Europe',
  ),
  row(
    ['ask', 'form', 'hi', '-c', 'deploys'],
    2,
    'At least one --field is required, such as --field nodes:number:Nodes',
  ),
  row(
    ['ask', 'form', 'hi', '--field', 'x:select:X'],
    2,
    '--field x:select:X: a select needs choices, such as x:select:X:a,b',
  ),
  row(['ask', 'approve', 'hi', '--expires', '9999d'], 2, '--expires: at most 365d'),
  row(['ask', 'approve', 'hi', '--expires', 'soon'], 2, `--expires: ${DURATION}`),
  row(['ask', 'approve', 'hi', '--timeout', '5s'], 2, '--timeout requires --wait'),
  row(['ask', 'approve', 'hi', '--wait', '--timeout', 'soon'], 2, `--timeout: ${DURATION}`),
  row(['send', '-c', 'deploys'], 2, 'stdin was empty: pass a text'),
  row(['channel', 'create', ''], 2, 'The name is empty. Example: inbox channel create deploys'),
  row(
    ['channel', 'rm', 'nope'],
    1,
    'Channel “nope” not found. List them with `inbox channel list`',
  ),
  row(['key', 'revoke', 'nope'], 1, 'Key “nope” not found. List them with `inbox key list`'),
  row(['key', 'create', 'x', '--expires', 'soon'], 2, `--expires: ${DURATION}`),
  row(
    ['deliveries', 'show', 'nope'],
    1,
    'Delivery “nope” not found. List them with `inbox deliveries`',
  ),
  row(['user', 'create'], 2, "missing required argument 'email'\n(see `inbox help user add`)"),
  row(['file', 'upload', 'nofile', '-c', 'deploys'], 2, 'nofile: no such file'),
  row(
    ['--url', nowhere, 'list'],
    4,
    `Not logged in to ${nowhere}. Run \`inbox login ${nowhere}\`, or set INBOX_TOKEN (a person) or INBOX_API_KEY (an agent).`,
  ),
  row(
    ['list'],
    1,
    `The inbox at ${nowhere} does not answer (connection refused). Is it running? Start it with \`inbox serve\`.`,
    () => far({ INBOX_URL: nowhere, INBOX_TOKEN: 'hu_no' }),
  ),
  row(['key', 'list'], 4, new RegExp(`^${NO_PERSON} http`), byKey),
  row(['answer', 'ID', '--option', 'approve'], 4, new RegExp(`^${NO_PERSON} http`), byKey),
  row(
    ['login'],
    2,
    'The URL of the inbox is missing. Example: inbox login https://inbox.example.org',
  ),
  row(
    ['login', 'notaurl'],
    2,
    '“notaurl” is not an http(s) URL, such as https://inbox.example.org',
  ),
  row(['logout'], 2, 'You are not logged in. Log in with `inbox login URL`'),
  row(
    ['profile', 'use', 'nope'],
    1,
    'Profile “nope” not found (saved: none). Create it with `inbox login URL --profile nope`',
  ),
  row(['backup', 'verify', 'TEXT'], 1, /^Not a valid inbox backup: .+[^d]$/),
  row(['backup', 'verify', '/nope.tar'], 2, '/nope.tar: no such file'),
  row(['backup', 'restore', '/nope.tar'], 2, '/nope.tar: no such file'),
  row(['serve', '--port', 'abc'], 2, '--port must be an integer from 0 to 65535 (got “abc”)'),
  row(['serve', '--port', '0'], 1, /is in use by inbox serve .*http:\/\/127\.0\.0\.1:\d+/),
];

const real = (word: string) =>
  word === 'ID' ? id : word === 'TEXT' ? join(terminal.home, 'text') : word;

test.each(rows.map((one) => [one.typed.join(' '), one] as const))(
  'inbox %s says what is wrong and how to fix it',
  async (_, { typed, code, says, env }) => {
    const ran = await terminal.run(typed.map(real), env ? { env: env() } : {});
    const [word, ...said] = ran.stderr.replace(/\n$/, '').split(' ');
    expect([ran.code, ran.stdout, word]).toEqual([code, '', 'error:']);
    if (typeof says === 'string') expect(said.join(' ')).toBe(says);
    else expect(said.join(' ')).toMatch(says);
  },
);

test('wraps errors between words on a terminal', async () => {
  for (const typed of [
    ['audit', '--actor', 'nope'],
    ['--url', nowhere, 'list'],
    ['help', 'ask', 'nope'],
  ]) {
    const screen = terminal.open(typed, {}, { columns: 40, rows: 24 });
    expect(await screen.exited).toBeGreaterThan(1);
    expect([typed, screen.brokenRows()]).toEqual([typed, 0]);
  }
});

const texts: [command: string[], path: string][] = [
  [['send', '- one\n- two'], 'inbox send'],
  [['ask', 'approve', '-5 degrees?'], 'inbox ask approve'],
  [['ask', 'text', '--really?'], 'inbox ask text'],
];
test.each(texts)('says how %p gives a text that begins with a dash', async (typed, path) => {
  const { code, stderr } = await terminal.run([...typed, '-c', 'deploys']);
  expect([code, stderr.includes(`after --: ${path} -c CHANNEL -- "- text"`)]).toEqual([2, true]);
  const [text = '', ...words] = typed.toReversed();
  const sent = await terminal.run([...words.toReversed(), '-c', 'deploys', '--', text]);
  expect([sent.code, sent.stderr.includes('error')]).toEqual([0, false]);
});
