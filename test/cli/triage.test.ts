import { expect, test } from 'bun:test';
import type { User } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { holding } from '../support/proxies/holding.ts';
import { callersOf } from '../support/server/server.ts';
import {
  isGivenBack,
  keys,
  sharedTerminal,
  type Terminal,
  testTerminal,
} from '../support/terminal/terminal.ts';

/** A terminal without pending questions. */
const idle = sharedTerminal();

async function deploys() {
  const terminal = testTerminal();
  await terminal.serve();
  await terminal.channel();
  const ask = (kind: string, text: string, ...flags: string[]) =>
    terminal.ok('ask', kind, text, '-c', 'deploys', ...flags);
  return Object.assign(terminal, { ask });
}

const responseOf = async (terminal: Terminal, id: string) =>
  (await terminal.json<Message>('show', id)).review?.response;

test('answers every kind of question by keys alone', async () => {
  await using terminal = await deploys();
  const region = ['--option', 'eu:Europe', '--option', 'us:America'];
  const ids = await Promise.all([
    terminal.ask('approve', 'Go?', '--comment', '--expires', '1m'),
    terminal.ask('select', 'Where?', ...region, '--expires', '2m'),
    terminal.ask('select', 'Who?', ...region, '--multi', '--expires', '3m'),
    terminal.ask('form', 'Scale', '--field', 'nodes:number:Nodes', '--expires', '4m'),
    terminal.ask('text', 'Why?', '--expires', '5m'),
    terminal.ask('free', 'Ticket', '--expires', '6m'),
  ]);
  const screen = terminal.open([]);
  await screen.press('6 pending', 'c');
  await screen.write('◆  Comment', 'not now');
  await screen.press('Comment: not now', '2');
  await screen.press('▸ deploys        Where?', '1');
  await screen.press('▸ deploys        Who?', '1');
  await screen.press('[x] Europe', '2');
  await screen.press('[x] America', keys.enter);
  await screen.press('▸ deploys        Scale', keys.enter);
  await screen.write('◆  Nodes', 'ten');
  await screen.answer('Expected a number', keys.clear);
  await screen.write('◆  Nodes', '3');
  await screen.answer('Nodes: 3', keys.down);
  await screen.answer('● Send', keys.enter);
  await screen.press('▸ deploys        Why?', keys.enter);
  await screen.write('Your answer', 'Because', keys.ctrlD);
  await screen.press('▸ deploys        Ticket', keys.enter);
  await screen.answer('as JSON', keys.clear);
  await screen.write('as JSON', '{"size": 3}');
  await screen.press('No pending questions.', 'q');
  expect([await screen.exited, isGivenBack(screen)]).toEqual([0, true]);
  expect(await Promise.all(ids.map((id) => responseOf(terminal, id)))).toEqual([
    { selectedOption: 'reject', comment: 'not now' },
    { selectedIds: ['eu'] },
    { selectedIds: ['eu', 'us'] },
    { nodes: 3 },
    { text: 'Because' },
    { size: 3 },
  ]);
});

test('adds new questions, and removes retracted ones', async () => {
  await using terminal = await deploys();
  const screen = terminal.open([]);
  await screen.shows('No pending questions.');
  await screen.shows('● live');
  await terminal.ask('approve', 'Go?');
  await screen.shows('▸ deploys        Go?');
  await terminal.ok('channel', 'rm', 'deploys', '--yes');
  await screen.press('Its channel was removed', keys.enter);
  await screen.shows('No pending questions.');
});

test("adds a channel's questions when the user gets access to it, and removes them when access ends", async () => {
  await using terminal = await deploys();
  await terminal.ask('approve', 'Go?');
  const { url = '' } = findRun(terminal.data) ?? {};
  const { as } = await callersOf(url, terminal.data);
  const channels = (await as.owner.get<Agent[]>('/agents')).body.map(({ id }) => id);
  const login = { email: 'rita@example.com', password: 'a long password' };
  const rita = { ...login, name: 'Rita', role: 'reviewer', channels: [] };
  const { body: user } = await as.owner.post<User>('/users', rita);
  const { headers } = await as.nobody.post('/auth/login', login);
  const ofPage = { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', origin: url };
  const { body } = await as.nobody.post<{ token: string }>('/tokens', { name: 'Desk' }, ofPage);
  const screen = terminal.open([], { INBOX_URL: url, INBOX_TOKEN: body.token });
  await screen.shows('● live');
  await screen.shows('No pending questions.');
  await as.owner.patch(`/users/${user.id}`, { channels });
  await screen.shows('▸ deploys        Go?');
  await as.owner.patch(`/users/${user.id}`, { channels: [] });
  await screen.press('Retracted by the agent', keys.enter);
  await screen.shows('No pending questions.');
});

test('narrows the list to the session of a question, and shows all on Escape', async () => {
  await using terminal = await deploys();
  const { url = '' } = findRun(terminal.data) ?? {};
  const { as } = await callersOf(url, terminal.data);
  const channelId = (await as.owner.get<Agent[]>('/agents')).body[0]?.id;
  const ask = (text: string, session: string) => {
    const metadata = { source: { client: 'Claude', session } };
    return as.agent.post('/messages', { channelId, text, review: { type: 'approval' }, metadata });
  };
  await ask('Build?', 's1');
  await ask('Refund?', 's2');
  await ask('Test?', 's1');
  const screen = terminal.open([]);
  await screen.press('3 pending', 'S');
  await screen.shows('3 pending · 2 of this session');
  expect(screen.text()).not.toContain('Refund?');
  await ask('Ship?', 's1');
  await screen.press('4 pending · 3 of this session', keys.escape);
  await screen.shows('Refund?');
  await screen.press('Inbox · 4 pending  ', 'q');
  expect(await screen.exited).toBe(0);
});

/** How many seconds ago the owner is said to have answered. */
function ageIn(text: string, answer: string): number {
  const age = `Answered by owner \\(not logged in\\), (just now|\\d+s ago): ${answer}`;
  const [, words = ''] = new RegExp(age).exec(text) ?? [];
  return words === 'just now' ? 0 : Number(/^\d+/.exec(words)?.[0]);
}

test('shows who answered the selected question, and what, when someone else answers it', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Go?');
  const screen = terminal.open([]);
  await screen.shows('● live');
  await screen.shows('1  Approve');
  const answeredAt = Date.now();
  await terminal.ok('answer', id, '--option', 'reject');
  await screen.press(': Reject', '1');
  expect(ageIn(screen.text(), 'Reject')).toBeLessThanOrEqual((Date.now() - answeredAt) / 1000 + 1);
  await screen.press('', 'q');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(terminal, id)).toEqual({ selectedOption: 'reject' });
});

test('keeps a question that arrives while an answer is being sent', async () => {
  await using terminal = await deploys();
  await terminal.ask('approve', 'Go?', '--expires', '1m');
  const { url = '', token = '' } = findRun(terminal.data) ?? {};
  using way = await holding(url, '/respond');
  const screen = terminal.open([], { INBOX_URL: way.url, INBOX_TOKEN: token });
  await screen.shows('● live');
  await screen.press('1  Approve', '1');
  await way.answered;
  await terminal.ask('approve', 'Again?');
  await screen.shows('▸ deploys        Again?');
  way.release();
  await screen.shows('✓ Approved — Go?');
  expect(screen.text()).toContain('▸ deploys        Again?');
});

test('closes an open prompt when someone else answers, and says why', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('text', 'Why?');
  const screen = terminal.open([]);
  await screen.shows('● live');
  await screen.press('▸ deploys        Why?', keys.enter);
  await screen.answer('Your answer', 'I thi');
  const answeredAt = Date.now();
  await terminal.ok('answer', id, '--text', 'Because');
  await screen.shows(': Because');
  expect(ageIn(screen.text(), 'Because')).toBeLessThanOrEqual((Date.now() - answeredAt) / 1000 + 1);
  await screen.press('', 'q');
  expect([await screen.exited, isGivenBack(screen)]).toEqual([0, true]);
});

test.concurrent('continues after a server restart and answers there', async () => {
  await using terminal = testTerminal();
  const first = await terminal.serve();
  await terminal.channel();
  const ask = () => terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  const [before] = [await ask()];
  const screen = terminal.open([]);
  await screen.shows('● live');
  first.kill('SIGKILL');
  // First that the connection is lost, and soon that there is no server.
  await screen.shows('○ ');
  await first.ended;
  await terminal.ok('answer', before, '--option', 'reject');
  await screen.shows('Answered by owner');
  await terminal.serve();
  await screen.press('● live', keys.enter);
  const after = await ask();
  await screen.press('▸ deploys', '1');
  await screen.shows('✓ Approved');
  await screen.press('', 'q');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(terminal, after)).toEqual({ selectedOption: 'approve' });
});

test.concurrent('polls every 2 seconds without a server, and answers', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const screen = terminal.open([]);
  await screen.shows('no server');
  const id = await terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  await screen.press('1  Approve', '1');
  await screen.shows('✓ Approved');
  await screen.press('', 'q');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(terminal, id)).toEqual({ selectedOption: 'approve' });
});

const sizes: [columns: number, rows: number, shows: string][] = [
  [120, 40, '│ deploys · agent'],
  [40, 24, ' 1  Approve'],
  [20, 6, 'Terminal too small'],
  [80, 24, ' 1  Approve'],
];

test('redraws on resize and leaves nothing of the old screen', async () => {
  await using terminal = await deploys();
  await terminal.ask('approve', 'Go?');
  const screen = terminal.open([]);
  await screen.shows('● live');
  for (const [columns, rows, shows] of sizes) {
    screen.resize(columns, rows);
    await screen.shows(shows);
    const lines = screen.text().split('\n');
    expect(lines.length).toBeLessThanOrEqual(rows);
    expect(lines.filter((line) => /Inbox · |Terminal too small/.test(line))).toHaveLength(1);
  }
});

test.each([
  ['q', 'q', 0],
  ['Ctrl-C', keys.ctrlC, 130],
])('restores the terminal and exits on %s', async (_, key, code) => {
  const screen = idle.open([]);
  await screen.shows('No pending questions.');
  expect(screen.isAlternate()).toBe(true);
  screen.type(key);
  expect([await screen.exited, isGivenBack(screen), screen.text()]).toEqual([code, true, '']);
});

test('restores the terminal on SIGTERM and when its credential is refused', async () => {
  const screen = idle.open([]);
  await screen.shows('No pending questions.');
  screen.kill('SIGTERM');
  expect([await screen.exited, isGivenBack(screen)]).toEqual([143, true]);
  const stranger = idle.open([], { INBOX_TOKEN: 'hu_wrong' });
  expect([await stranger.exited, isGivenBack(stranger)]).toEqual([4, true]);
  expect(stranger.text()).toContain(
    'error: The token in INBOX_TOKEN is not valid here, or has expired.',
  );
});

test("refuses an agent's key", async () => {
  const key = await idle.ok('key', 'create', 'ci');
  const url = findRun(idle.data)?.url ?? '';
  const far = { INBOX_DATA: `${idle.home}/far`, INBOX_URL: url, INBOX_API_KEY: key };
  const screen = idle.open([], far);
  expect(await screen.exited).toBe(4);
  expect(screen.text()).toContain('An API key cannot answer questions');
});

test('prints the list of pending questions without a terminal', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Go?');
  for (const args of [[], ['triage'], ['--data', terminal.data]]) {
    const { code, stdout, stderr } = await terminal.run(args);
    expect([code, stdout, stderr]).toEqual([0, `${await terminal.ok('list')}\n`, '']);
  }
  expect(await terminal.json<Message[]>()).toMatchObject([{ id }]);
  const json = terminal.open(['--json']);
  expect(await json.exited).toBe(0);
  expect(json.text()).toContain(id);
});
