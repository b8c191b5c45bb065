/** The side of the view that only a real terminal shows: colours, its clipboard, the shell's job control. */
import { expect, test } from 'bun:test';
import { findRun } from '../../../src/run-file.ts';
import { callersOf } from '../../support/server/server.ts';
import {
  isGivenBack,
  keys,
  sharedTerminal,
  testTerminal,
} from '../../support/terminal/terminal.ts';

const terminal = sharedTerminal();

/** A view of a channel of its own, so that the tests do not see each other's questions. */
async function viewOf(channel: string, ...asked: string[][]) {
  await terminal.ok('channel', 'create', channel);
  for (const flags of asked) await terminal.ok('ask', ...flags, '-c', channel);
  return terminal.open(['-c', channel]);
}

const RED = '\u001b[31m';
const GREEN = '\u001b[32m';
const YELLOW = '\u001b[33m';

test('colours options, deadlines and verdicts, and shows their signs with NO_COLOR', async () => {
  const screen = await viewOf(
    'colours',
    ['approve', 'Now?', '--expires', '4m'],
    ['approve', 'Soon?', '--expires', '40m'],
    ['approve', 'Later?', '--expires', '4h'],
  );
  await screen.shows('● live');
  await screen.shows('2  Reject');
  expect(screen.raw()).toContain(`${GREEN}Approve · a`);
  expect(screen.raw()).toContain(`${RED}Reject · r`);
  expect(screen.raw()).toContain(`${YELLOW}     39m`);
  expect(screen.raw()).toContain(`${RED}\u001b[1m    3:`);
  await screen.press('▸ colours        Now?', '1');
  await screen.shows('✓ Approved — Now?');
  expect(screen.raw()).toContain(`${GREEN}✓ Approved — Now?`);
  await screen.press('▸ colours        Soon?', 'r');
  await screen.shows('✗ Rejected — Soon?');
  expect(screen.raw()).toContain(`${RED}✗ Rejected — Soon?`);
  const plain = terminal.open(['-c', 'colours'], { NO_COLOR: '1' });
  await plain.shows('2  Reject · r');
  expect(plain.raw()).not.toContain(RED);
});

test("shows only the given channel's questions, and its name", async () => {
  const screen = await viewOf('mine', ['approve', 'Mine?']);
  await screen.shows('Inbox · mine · 1 pending');
  await screen.shows('● live');
  await terminal.ok('channel', 'create', 'theirs');
  await terminal.ok('ask', 'approve', 'Theirs?', '-c', 'theirs');
  await terminal.ok('ask', 'approve', 'Mine too?', '-c', 'mine');
  await screen.shows('Inbox · mine · 2 pending');
  expect(screen.text()).not.toContain('Theirs?');
  const { stdout } = await terminal.run(['-c', 'mine']);
  expect([stdout.includes('Mine too?'), stdout.includes('Theirs?')]).toEqual([true, false]);
  const nobody = terminal.open(['--channel', 'nowhere']);
  expect([await nobody.exited, isGivenBack(nobody)]).toEqual([2, true]);
  expect(nobody.text()).toContain('Channel “nowhere” not found');
});

test('shows a prompt at the foot of the view below its question, and leaves nothing of it behind', async () => {
  const screen = await viewOf('prompts', ['text', 'Why did it fail?']);
  await screen.press('▸ prompts        Why', keys.enter);
  await screen.answer('◆  Your answer', 'The disk');
  await screen.shows('│  The disk');
  const lines = screen.text().split('\n');
  const rowOf = (text: string) => lines.findIndex((line) => line.includes(text));
  expect(rowOf('Why did it fail?')).toBeLessThan(rowOf('◆  Your answer'));
  expect(screen.isAlternate()).toBe(true);
  screen.resize(120, 30);
  await screen.shows('│  The disk');
  screen.type(keys.escape);
  await screen.press('what you wrote is kept', keys.enter);
  await screen.shows('│  The disk');
  screen.kill('SIGTERM');
  expect([await screen.exited, screen.text()]).toEqual([143, '']);
});

test('copies the link on y through the terminal, and redraws on Ctrl-L', async () => {
  const screen = await viewOf('links', ['approve', 'Copy me?']);
  await screen.press('1  Approve', 'y');
  await screen.shows('Copied http://');
  const [, copied = ''] = /\]52;c;([A-Za-z0-9+/=]+)/.exec(screen.raw()) ?? [];
  expect(atob(copied)).toMatch(/^http:\/\/.+\/m\/[0-9A-Z]{26}$/);
  const before = screen.raw().split('Inbox · links').length;
  screen.type('\f');
  await screen.press('', 'o');
  await screen.shows('No browser here: http://');
  expect(screen.raw().split('Inbox · links').length).toBeGreaterThan(before);
});

test('names an unreachable server with the reason', async () => {
  const url = 'http://127.0.0.1:9';
  const screen = terminal.open([], { INBOX_URL: url, INBOX_TOKEN: 'hu_any' });
  await screen.shows(`Cannot reach ${url} (connection refused).`);
  await screen.shows('Retrying every 2 s.');
  expect(screen.text()).not.toContain('pending');
  await screen.press('', 'q');
  expect(await screen.exited).toBe(0);
});

test('says how to start a server when none runs', async () => {
  await using alone = testTerminal();
  await alone.channel();
  const screen = alone.open([]);
  await screen.shows('No server is running here. Start it with `inbox serve`.');
  await screen.press('○ no server running', 'q');
  expect(await screen.exited).toBe(0);
});

test('returns the terminal to the shell on Ctrl-Z, and comes back on fg', async () => {
  await terminal.ok('channel', 'create', 'jobs');
  const screen = terminal.openShell('inbox -c jobs; echo stopped; read -r; fg; echo over');
  await screen.press('No pending questions in jobs.', '\u001a');
  await screen.answer('stopped', keys.enter);
  await screen.press('No pending questions in jobs.', 'q');
  await screen.shows('over');
  expect([await screen.exited, isGivenBack(screen)]).toEqual([0, true]);
});

test('ignores Ctrl-Z when no shell could resume it', async () => {
  const screen = await viewOf('shells', ['approve', 'Still here?']);
  await screen.press('1  Approve', '\u001a');
  await screen.press('1  Approve', 'q');
  expect([await screen.exited, isGivenBack(screen)]).toEqual([0, true]);
});

test('names the credential that was revoked and what to do', async () => {
  const { url, token, revoke } = await personAt(terminal);
  await terminal.ok('channel', 'create', 'logout');
  const screen = terminal.open(['-c', 'logout'], { INBOX_URL: url, INBOX_TOKEN: token });
  await screen.shows('● live');
  await revoke();
  expect([await screen.exited, isGivenBack(screen)]).toEqual([4, true]);
  const text = screen.text().replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    `The token in INBOX_TOKEN is not valid here, or has expired. Log in again: \`inbox login ${url}\`, or unset it.`,
  );
});

/** The token of a person who logged in at the terminal's inbox. */
async function personAt({ data }: typeof terminal) {
  const { url = '' } = findRun(data) ?? {};
  const { as } = await callersOf(url, data);
  const made = (await as.owner.post<{ id: string; token: string }>('/tokens', { name: 'Desk' }))
    .body;
  return { url, token: made.token, revoke: () => as.owner.delete(`/tokens/${made.id}`) };
}

test('prints the list in a terminal that cannot show the view', async () => {
  await terminal.ok('channel', 'create', 'dumb');
  await terminal.ok('ask', 'approve', 'Plain?', '-c', 'dumb');
  const screen = terminal.openShell('export TERM=dumb; inbox -c dumb; inbox answer');
  await screen.shows('This terminal cannot show the view (TERM=dumb).');
  await screen.shows('Plain?');
  await screen.exited;
  expect(screen.text()).toContain('error: An id is required');
  expect([screen.isAlternate(), screen.raw().includes('\u001b')]).toEqual([false, false]);
});

test('filters by what is typed while the view reads without a server', async () => {
  await using alone = testTerminal();
  await alone.channel();
  await alone.ok('ask', 'approve', 'Deploy?', '-c', 'deploys');
  await alone.ok('ask', 'text', 'Why?', '-c', 'deploys');
  const screen = alone.open([]);
  await screen.shows('Inbox · 2 pending');
  // Several reads of the data directory go by, each of which keeps the view busy.
  for (let times = 0; times < 2; times++) {
    for (const key of '/dep') {
      screen.type(key);
      await Bun.sleep(100);
    }
    await screen.answer('/dep▏', keys.enter);
    await screen.answer('1 found', keys.escape);
    await screen.shows('deploys        Why?');
  }
  expect(screen.raw()).not.toContain('ignored');
});
