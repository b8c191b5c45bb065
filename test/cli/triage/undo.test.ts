/** The way of an answer after the press, in the real terminal. */
import { expect, test } from 'bun:test';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { findRun } from '../../../src/run-file.ts';
import { callersOf } from '../../support/server/server.ts';
import {
  isGivenBack,
  keys,
  type Screen,
  type Terminal,
  testTerminal,
} from '../../support/terminal/terminal.ts';

const UNDO = { INBOX_UNDO_SECONDS: '10' };

async function deploys() {
  const terminal = testTerminal();
  const server = await terminal.serve();
  await terminal.channel();
  const ask = (kind: string, text: string, ...flags: string[]) =>
    terminal.ok('ask', kind, text, '-c', 'deploys', ...flags);
  return Object.assign(terminal, { ask, server });
}

const reviewOf = async (terminal: Terminal, id: string) =>
  (await terminal.json<Message>('show', id)).review;

test('undoes an answer by z during the countdown, without sending it', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Deploy?', '--comment');
  const screen = terminal.open([], UNDO);
  await screen.shows('● live');
  await screen.press('1  Approve · a', 'c');
  await screen.answer('◆  Comment', '\u001b[200~First\nSecond\u001b[201~');
  await screen.answer('Second', keys.enter);
  await screen.press('Comment: First', '1');
  await screen.shows('✓ Approved — Deploy?   z to undo (10 s)');
  expect((await reviewOf(terminal, id))?.status).toBe('pending');
  await screen.press('z to undo (', 'z');
  await screen.shows('Undone: Deploy?');
  await screen.press('Comment: First', 'q');
  expect(await screen.exited).toBe(0);
  expect((await reviewOf(terminal, id))?.status).toBe('pending');
});

type Ends = (screen: Screen) => Promise<void> | void;
const endings: [what: string, end: Ends, code: number, isSent: boolean][] = [
  ['q', (screen) => screen.press('', 'q'), 0, true],
  ['SIGHUP', (screen) => screen.kill('SIGHUP'), 129, true],
  ['Ctrl-C', (screen) => screen.type(keys.ctrlC), 130, false],
  ['SIGTERM', (screen) => screen.kill('SIGTERM'), 143, false],
];
test.each(endings)(
  'on %s sends the answers that count down, or takes them back and says so',
  async (_, end, code, isSent) => {
    await using terminal = await deploys();
    const ids = [await terminal.ask('approve', 'Go?'), await terminal.ask('approve', 'Stop?')];
    const screen = terminal.open([], UNDO);
    await screen.shows('● live');
    await screen.press('▸ deploys        Go?', '1');
    await screen.press('▸ deploys        Stop?', 'r');
    await screen.shows('✗ Rejected — Stop?   z to undo');
    await end(screen);
    expect([await screen.exited, isGivenBack(screen)]).toEqual([code, true]);
    const sent = [
      `✓ approved  Go?  ${ids[0]?.slice(-8)}`,
      `✗ rejected  Stop?  ${ids[1]?.slice(-8)}`,
    ];
    const kept = [
      `Not sent: Approve for “Go?” (inbox answer ${ids[0]})`,
      `Not sent: Reject for “Stop?” (inbox answer ${ids[1]})`,
    ];
    expect(screen.text().trim().split('\n')).toEqual(isSent ? sent : kept);
    const reviews = await Promise.all(ids.map((id) => reviewOf(terminal, id)));
    const given = reviews.map((review) => review?.response?.selectedOption ?? null);
    expect(given).toEqual(isSent ? ['approve', 'reject'] : [null, null]);
  },
);

test.each(endings.slice(1))(
  'on %s sends the answer of a prompt that counts down, or takes it back and says so',
  async (_, end, code, isSent) => {
    await using terminal = await deploys();
    const id = await terminal.ask('approve', 'Go?');
    const screen = terminal.open(['answer', id], UNDO);
    await screen.answer('○ Approve', '1');
    await screen.shows('✓ Approve — Go?   z to undo (');
    await end(screen);
    expect([await screen.exited, isGivenBack(screen)]).toEqual([code, true]);
    const said = `Not sent: Approve for “Go?” (inbox answer ${id})`;
    expect(screen.text().trimEnd().endsWith(said)).toBe(!isSent);
    const review = await reviewOf(terminal, id);
    expect(review?.status).toBe(isSent ? 'completed' : 'pending');
  },
);

test('sends pending answers when the terminal closes', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Go?');
  const screen = terminal.open([], UNDO);
  await screen.shows('● live');
  await screen.press('1  Approve · a', '1');
  await screen.shows('z to undo');
  await screen.hangUp();
  expect((await reviewOf(terminal, id))?.response).toEqual({ selectedOption: 'approve' });
});

test('sends an answer without a countdown when the undo time is 0', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Go?');
  const screen = terminal.open([], { INBOX_UNDO_SECONDS: '0' });
  await screen.shows('● live');
  await screen.press('1  Approve · a', '1');
  await screen.press('No pending questions.', 'z');
  await screen.shows('Nothing to undo');
  expect(screen.text()).not.toContain('z to undo');
  expect((await reviewOf(terminal, id))?.response).toEqual({ selectedOption: 'approve' });
});

test('sends an answer before its question expires', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Go?', '--expires', '10s');
  const screen = terminal.open([], UNDO);
  await screen.shows('● live');
  await screen.press('1  Approve · a', '1');
  await screen.shows('z to undo');
  await screen.shows('No pending questions.');
  await terminal.ok('wait', id);
  const review = await reviewOf(terminal, id);
  expect(review?.response).toEqual({ selectedOption: 'approve' });
  expect(screen.raw()).not.toContain('Warning');
  expect(Date.parse(`${review?.expiresAt}`)).toBeGreaterThan(Date.parse(`${review?.respondedAt}`));
});

test('answers 10 approvals on 10 deliberate presses 230 ms apart', async () => {
  await using terminal = await deploys();
  const ids = [];
  for (let at = 0; at < 10; at++) {
    ids.push(await terminal.ask('approve', `Go ${at}?`, '--expires', `${at + 10}m`));
  }
  const screen = terminal.open([], UNDO);
  await screen.shows('● live');
  await screen.shows('Inbox · 10 pending');
  for (let at = 0; at < 10; at++) {
    await screen.shows(`▸ deploys        Go ${at}?`);
    // From when the view has read the key before: a busy machine may have kept it waiting.
    await Bun.sleep(230);
    screen.type('1');
  }
  await screen.shows('No pending questions.');
  screen.kill('SIGHUP');
  expect(await screen.exited).toBe(129);
  const reviews = await Promise.all(ids.map((id) => reviewOf(terminal, id)));
  expect(reviews.filter((review) => review?.status === 'completed')).toHaveLength(10);
});

test('keeps an answer that could not be sent, and sends it when the server is back', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Go?');
  const { url = '' } = findRun(terminal.data) ?? {};
  const { as } = await callersOf(url, terminal.data);
  const channels = (await as.owner.get<Agent[]>('/agents')).body.map((channel) => channel.id);
  const login = { email: 'rita@example.com', password: 'a long password' };
  await as.owner.post('/users', { ...login, name: 'Rita', role: 'reviewer', channels });
  const { headers } = await as.nobody.post('/auth/login', login);
  const ofPage = { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', origin: url };
  const { body } = await as.nobody.post<{ token: string }>('/tokens', { name: 'Desk' }, ofPage);
  const screen = terminal.open([], { INBOX_URL: url, INBOX_TOKEN: body.token });
  await screen.shows('● live');
  await screen.shows('1  Approve · a');
  terminal.server.kill('SIGKILL');
  await terminal.server.ended;
  await screen.press('', '1');
  await screen.shows('Not sent yet: Approve');
  await terminal.serve({}, new URL(url).port);
  await screen.shows('No pending questions.');
  await terminal.ok('wait', id);
  expect((await reviewOf(terminal, id))?.response).toEqual({ selectedOption: 'approve' });
});

test('shows no question and accepts only q in a small window', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Go?');
  const screen = terminal.open([]);
  await screen.shows('● live');
  screen.resize(40, 8);
  await screen.press('Terminal too small', '1');
  await screen.press('(need 40x12)', 'q');
  expect(await screen.exited).toBe(0);
  expect((await reviewOf(terminal, id))?.status).toBe('pending');
});

test('keeps what was written when someone else answers, and shows it on e', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('text', 'Why?');
  const screen = terminal.open([]);
  await screen.shows('● live');
  await screen.press('▸ deploys        Why?', keys.enter);
  await screen.answer('Your answer', 'I thought so');
  await screen.shows('I thought so');
  await terminal.ok('answer', id, '--text', 'Because');
  await screen.press('your text is kept (e)', 'e');
  await screen.shows('Your text:');
  expect(screen.text()).toContain('I thought so');
});

test('allows undo of an answer given at a prompt, but not by flags', async () => {
  await using terminal = await deploys();
  const id = await terminal.ask('approve', 'Go?');
  const screen = terminal.open(['answer', id], UNDO);
  await screen.answer('○ Approve', '1');
  await screen.press('✓ Approve — Go?   z to undo (', 'z');
  await screen.shows('Undone. Nothing was sent.');
  expect((await reviewOf(terminal, id))?.status).toBe('pending');
  screen.type(keys.ctrlC);
  expect(await screen.exited).toBe(3);
  const began = Date.now();
  await terminal.run(['answer', id, '--option', 'reject'], { env: UNDO });
  expect(Date.now() - began).toBeLessThan(9000);
  expect((await reviewOf(terminal, id))?.response).toEqual({ selectedOption: 'reject' });
});
