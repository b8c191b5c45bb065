import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { findRun } from '../../src/run-file.ts';
import { holding } from '../support/proxies/holding.ts';
import { type ServedInbox, servedInbox } from '../support/terminal/served.ts';
import { isGivenBack, keys, type Screen } from '../support/terminal/terminal.ts';

let inbox: ServedInbox;
let id = '';

beforeAll(async () => {
  inbox = await servedInbox();
  const text = '>'.repeat(4000);
  id = (await inbox.send({ text, review: { type: 'text-input', payload: { title: 'Why?' } } })).id;
  writeFileSync(`${inbox.terminal.home}/large`, 'x'.repeat(1_000_000));
});
afterAll(() => inbox[Symbol.asyncDispose]());

type Doing = {
  args: () => string[];
  env?: () => Record<string, string>;
  /** A text that shows that the command is in the middle of it. */
  shows: string;
  keys?: string;
};

const hook = ['-c', 'deploys', '--forward-to', 'http://127.0.0.1:9/'];
const commands: Record<string, Doing> = {
  'the view': { args: () => [], shows: '● live' },
  'a prompt of the view': { args: () => [], shows: 'Enter answer', keys: keys.enter },
  'a prompt': { args: () => ['answer', id], shows: 'Your answer' },
  'a wait': { args: () => ['ask', 'approve', 'Go?', '-c', 'deploys', '--wait'], shows: 'Asked' },
  tail: { args: () => ['tail'], shows: 'Why?' },
  listen: { args: () => ['listen', ...hook], shows: 'Forwarding events of' },
  'an editor': {
    args: () => ['answer', id, '--edit'],
    env: () => ({ EDITOR: 'echo editing; sleep 1000; :' }),
    shows: 'editing',
  },
  'a pager': {
    args: () => ['show', id, '--pager'],
    env: () => ({ PAGER: 'echo paging; sleep 1000' }),
    shows: 'paging',
  },
};

async function openDoing({ args, env, shows, keys: pressed }: Doing): Promise<Screen> {
  const screen = inbox.terminal.open(args(), env?.());
  await screen.shows(shows);
  if (pressed === undefined) return screen;
  screen.type(pressed);
  await screen.shows('Your answer');
  return screen;
}

const names = Object.keys(commands);
const doing = (name: string) => openDoing(commands[name] as Doing);

test.each(names)('%s ends on SIGTERM and restores the terminal', async (name) => {
  const screen = await doing(name);
  screen.kill('SIGTERM');
  expect(await screen.exited).toBe(143);
  if (screen.raw().includes('\u001b[?25l')) expect(isGivenBack(screen)).toBe(true);
});

test.each(names)('%s ends on SIGHUP and restores the terminal', async (name) => {
  const screen = await doing(name);
  screen.kill('SIGHUP');
  expect(await screen.exited).toBe(129);
  if (screen.raw().includes('\u001b[?25l')) expect(isGivenBack(screen)).toBe(true);
});

test.each(['the view', 'a prompt', 'a wait'])(
  '%s dies by SIGINT and restores the terminal',
  async (name) => {
    const screen = await doing(name);
    screen.kill('SIGINT');
    expect([await screen.exited, screen.diedBy()]).toEqual([130, 'SIGINT']);
    if (screen.raw().includes('\u001b[?25l')) expect(isGivenBack(screen)).toBe(true);
  },
);

test.each(names)('%s ends when its terminal closes', async (name) => {
  const screen = await doing(name);
  expect(await screen.hangUp()).toBe(129);
});

test('an upload without a response ends on SIGTERM', async () => {
  const { url = '', token = '' } = findRun(inbox.terminal.data) ?? {};
  using way = await holding(url, '/files/upload');
  const upload = ['file', 'upload', `${inbox.terminal.home}/large`, '-c', 'deploys'];
  const env = { INBOX_URL: way.url, INBOX_TOKEN: token };
  const screen = inbox.terminal.open(upload, env);
  await way.answered;
  screen.kill('SIGTERM');
  expect(await screen.exited).toBe(143);
});

const followers = [
  'inbox tail --since 1h | head -c 10',
  'inbox tail --json | head -n 1',
  `inbox listen ${hook.join(' ')} 2>&1 | head -n 1`,
];
test.each(followers)(
  'ends with exit code 0 when its reader has gone, before anything else happens: %s',
  async (line) => {
    const shell = inbox.terminal.shell(`set -o pipefail; ${line} > /dev/null; echo "$?"`);
    expect((await new Response(shell.stdout).text()).trim()).toBe('0');
  },
);
