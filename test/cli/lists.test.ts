import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import { chosen } from '../support/machine/sized.ts';
import { servedInbox } from '../support/terminal/served.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

/** Pending, approved, rejected and chosen questions, and a plain message. */
async function fullInbox() {
  const terminal = testTerminal();
  await terminal.serve({ INBOX_WEBHOOK_ALLOW: '127.0.0.1', INBOX_WEBHOOK_RETRIES: 'off' });
  const channel = await terminal.ok('channel', 'create', 'coding-agent-for-the-部署');
  const ask = (text: string, ...flags: string[]) =>
    terminal.ok('ask', 'approve', text, '-c', channel, ...flags);
  const pending = await ask('Roll back the 部署 🚀?', '--expires', '2h');
  const approved = await ask(`Scale the cluster? ${'long '.repeat(40)}`);
  await terminal.ok('answer', approved, '--option', 'approve');
  const rejected = await ask('Drop the cache?');
  await terminal.ok('answer', rejected, '--option', 'reject');
  const forKey = ['a key with a long name', '-c', channel, '--expires', '30d'];
  const env = { INBOX_API_KEY: await terminal.ok('key', 'create', ...forKey) };
  const send = ['send', 'Deployed', '-c', channel, '--status', 'success'];
  const sent = (await terminal.run(send, { env })).stdout.trim();
  const path = join(terminal.home, 'f.txt');
  writeFileSync(path, 'secret');
  await terminal.ok('file', 'upload', path, '-c', channel);
  await terminal.ok('token', 'create', 'laptop');
  const url = 'http://127.0.0.1:1/a/hook';
  await terminal.ok('channel', 'webhook', 'set', channel, url);
  await terminal.run(['channel', 'webhook', 'test', channel]);
  await terminal.ok('backup', 'create');
  return Object.assign(terminal, { channel, pending, approved, rejected, sent });
}

let inbox: Awaited<ReturnType<typeof fullInbox>>;
beforeAll(async () => {
  inbox = await fullInbox();
}, 60_000);
afterAll(() => inbox[Symbol.asyncDispose]());

/** The rows of a command on a terminal of this width, none of them broken; without which inbox it is. */
async function shownAt(columns: number, ...args: string[]): Promise<string[]> {
  const screen = inbox.open(args, {}, { columns, rows: 24 });
  expect([args, await screen.exited]).toEqual([args, 0]);
  if (args[0] !== 'backup') expect([args, screen.brokenRows()]).toEqual([args, 0]);
  const [, rows = ''] = screen.text().split('(INBOX_DATA)\n');
  return rows.split('\n');
}

// First: these name how long ago the inbox was made, to the second or the minute.
test('shows times and channels of keys, tokens, users, channels and deliveries in words', async () => {
  const [key = ''] = await shownAt(120, 'key', 'list');
  expect(key).toMatch(/ a key with a long name .* coding-agent-for-the-部署 /);
  expect(key).toMatch(/ {2}expires \d+ \w{3}( \d{4})? \(29d\) {2}used (just now|\d+s ago)$/);
  const [token = ''] = await shownAt(120, 'token', 'list');
  expect(token).toMatch(/^[0-9A-Z]{8} {2}laptop .* expires .* never used/);
  const [channel = ''] = await shownAt(120, 'channel', 'list');
  expect(channel).toMatch(/ coding-agent-for-the-部署 {2}1 pending {2}active (just now|\d+s ago)/);
  const [delivery = ''] = await shownAt(120, 'deliveries');
  const now = new Date();
  expect(delivery).toContain(`  ${now.getDate()} `);
  expect(delivery).toMatch(/ failed/);
});

test('begins the list with the end of the id, the time and the channel', async () => {
  const [row = ''] = await shownAt(80, 'list');
  expect(row).toMatch(/^[0-9A-Z]{8} {2}1h59m {2}\S/);
  expect(row).toStartWith(inbox.pending.slice(-8));
  expect(row).toEndWith('Roll back the 部署 🚀?');
  const [long = ''] = await shownAt(120, 'list', '--long');
  expect(long).toStartWith(`${inbox.pending}  `);
  expect(long).toContain('  approval  ');
});

const lists = [
  ['list'],
  ['list', '--all'],
  ['list', '--all', '--long'],
  ['list', '--answered'],
  ['channel', 'list'],
  ['key', 'list'],
  ['token', 'list', '--all'],
  ['user', 'list'],
  ['file', 'list'],
  ['deliveries'],
  ['audit'],
  ['backup', 'list'],
];

const widths = chosen([20, 40, 80, 120, 200], (columns) => [20, 80].includes(columns));

test.each(lists.map((args) => [args.join(' '), args] as const))(
  'fits `%s` into a terminal of any width, one row per entry',
  async (_, args) => {
    const { stdout } = await inbox.run(args);
    const rows = stdout.split('\n').length - 1;
    expect(rows).toBeGreaterThan(0);
    for (const columns of widths) {
      const lines = await shownAt(columns, ...args);
      if (args[0] !== 'backup') expect([columns, lines.length]).toEqual([columns, rows]);
    }
  },
);

test('lays out for 80 columns on a terminal that does not report its size', async () => {
  for (const args of [
    ['help', 'list'],
    ['list', '--all'],
    ['show', inbox.approved],
  ]) {
    const screen = inbox.openUnsized(args);
    expect([args, await screen.exited, screen.brokenRows()]).toEqual([args, 0, 0]);
    const rows = screen.text().split('(INBOX_DATA)\n').at(-1)?.split('\n') ?? [];
    expect(Math.max(...rows.map((row) => Bun.stringWidth(row)))).toBeGreaterThan(60);
  }
  const view = inbox.openUnsized([]);
  await view.answer('Roll back the', 'q');
  expect(await view.exited).toBe(0);
});

test('shows a verdict as a sign and a word, with who gave it', async () => {
  const rows = await shownAt(120, 'list', '--all');
  const rowOf = (id: string) => rows.find((row) => row.startsWith(id.slice(-8)));
  expect(rowOf(inbox.approved)).toMatch(/ ✓ {2}Approve {2}owner /);
  expect(rowOf(inbox.rejected)).toMatch(/ ✗ {2}Reject {3}owner /);
  expect(rowOf(inbox.sent)).toContain('success');
  expect(rows[0]).toEndWith('f.txt (6B)');
});

test('prints complete values between tabs in a pipe', async () => {
  const [row = '', ...rest] = (await inbox.ok('list')).split('\n');
  const { review } = await inbox.json<Message>('show', inbox.pending);
  expect(rest).toEqual([]);
  expect(row.split('\t')).toEqual([
    inbox.pending,
    'coding-agent-for-the-部署',
    'approval',
    'pending',
    `${review?.expiresAt}`,
    '',
    '',
    'Roll back the 部署 🚀?',
  ]);
  const all = (await inbox.ok('list', '--all')).split('\n').map((line) => line.split('\t'));
  const approved = all.find(([id]) => id === inbox.approved);
  expect(approved?.slice(3, 4)).toEqual(['completed']);
  expect(approved?.slice(5, 6)).toEqual(['Approve']);
  expect(approved?.[7]).toBe(`Scale the cluster? ${'long '.repeat(40)}`.trim());
  expect(all.every((fields) => fields.length === 8)).toBe(true);
});

const idsOf = async (...args: string[]) =>
  (await inbox.json<Message[]>('list', ...args)).map(({ id }) => id);

test('lists pending, answered or all messages, and searches within them', async () => {
  expect(await idsOf('--answered')).toEqual([inbox.rejected, inbox.approved]);
  expect(await idsOf('--search', 'the')).toEqual([inbox.pending]);
  expect(await idsOf('--answered', '--search', 'cluster')).toEqual([inbox.approved]);
  expect(await idsOf('--all', '--search', 'cache')).toEqual([inbox.rejected]);
  expect(await idsOf('--pending', '--search', 'cache')).toEqual([]);
  const both = await inbox.run(['list', '--pending', '--all']);
  expect([both.code, both.stdout]).toEqual([2, '']);
  expect(both.stderr).toBe('error: --pending and --all cannot be used together\n');
});

test('names the search term when nothing matches', async () => {
  const none = await inbox.run(['list', '--search', 'nosuch']);
  expect(none).toEqual({ code: 0, stdout: '', stderr: 'No match for “nosuch”.\n' });
});

test('respects --limit, for pending questions as well', async () => {
  await using terminal = testTerminal();
  await terminal.serve();
  await terminal.channel();
  for (const at of [1, 2, 3]) await terminal.ok('ask', 'approve', `${at}?`, '-c', 'deploys');
  const count = async (...args: string[]) =>
    (await terminal.ok('list', ...args)).split('\n').length;
  expect(await count('--limit', '2')).toBe(2);
  expect(await count('--all', '--limit', '1')).toBe(1);
  expect(await count()).toBe(3);
  expect(await terminal.json<Message[]>('list', '--limit', '2')).toHaveLength(2);
});

test('prints each message as one line of JSON with --jsonl', async () => {
  const lines = (await inbox.ok('list', '--all', '--jsonl')).split('\n');
  const array = await inbox.json<Message[]>('list', '--all');
  expect(lines.map((line) => JSON.parse(line))).toEqual(array);
});

test('exits 2 for a word after list and says how to search', async () => {
  const { code, stderr } = await inbox.run(['list', 'foo']);
  expect([code, stderr]).toEqual([
    2,
    'error: list takes no arguments; to search: inbox list --search "foo"\n',
  ]);
});

test.each(['coding-agent-for-the-部', 'CODING-AGENT-FOR-THE-部署', 'codng-agent-for-the-部署'])(
  'suggests the channel when it was mistyped as %p',
  async (typed) => {
    const { code, stderr } = await inbox.run(['list', '-c', typed]);
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean “coding-agent-for-the-部署”?');
  },
);

test("keeps a retracted question's place in the list of all messages", async () => {
  await using served = await servedInbox();
  const { terminal, as, send } = served;
  const review = { type: 'approval' };
  const [first, gone, last] = [
    await send({ text: 'First?', review }),
    await send({ text: 'Gone?', review }),
    await send({ text: 'Last?', review }),
  ];
  await as('owner').delete(`/messages/${gone?.id}`);
  const rows = (await terminal.ok('list', '--all')).split('\n').map((row) => row.split('\t'));
  expect(rows.map(([id]) => id)).toEqual([last?.id, gone?.id, first?.id].map(String));
  expect(rows[1]?.slice(2)).toEqual(['approval', 'retracted', '', '', expect.any(String), '']);
  const two = (await terminal.ok('list', '--all', '--limit', '2')).split('\n');
  expect(two).toHaveLength(2);
  const screen = terminal.open(['list', '--all']);
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toMatch(/ – {2}retracted {2}/);
});
