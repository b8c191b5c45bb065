import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { losing } from '../support/proxies/losing.ts';
import { sharedTerminal, testTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();
const asked = (...flags: string[]) =>
  terminal.ok('ask', 'approve', 'Tidy up?', '-c', 'deploys', ...flags);

/** Returns the output for a person who waits for an answer that these flags give. */
async function waited(id: string, ...flags: string[]) {
  const screen = terminal.open(['wait', id]);
  await screen.shows('Ctrl-C stops waiting');
  await terminal.ok('answer', id, ...flags);
  const code = await screen.exited;
  return { code, text: screen.text().replaceAll('\n', ' ') };
}

test('prints the awaited question on a terminal, then who decided what', async () => {
  const options = ['--option', 'keep:Keep them:primary', '--option', 'del:Delete the branches'];
  const chosen = await waited(await asked(...options), '--option', 'del');
  expect(chosen.code).toBe(5);
  expect(chosen.text).toMatch(
    /^Inbox: \S+ \(INBOX_DATA\) Waiting for an answer to “Tidy up\?” \(expires in 23h\)\. /,
  );
  expect(chosen.text).toMatch(/ del • owner \(not logged in\) chose “Delete the branches”\.$/);
  const flags = ['--option', 'reject', '--comment', 'not today'];
  const rejected = await waited(await asked('--comment'), ...flags);
  expect(rejected.code).toBe(5);
  expect(rejected.text).toEndWith('reject ✗ Rejected by owner (not logged in): not today');
});

test('reports a server that was never reached, and claims nothing about the question', async () => {
  const env = {
    INBOX_DATA: `${terminal.home}/far`,
    INBOX_URL: 'http://127.0.0.1:9',
    INBOX_API_KEY: 'hp_x',
  };
  for (const flags of [[], ['--timeout', '1s']]) {
    const id = '01M7YGQ6NTZX13P8GDSCK18JEV';
    const { code, stdout, stderr } = await terminal.run(['wait', id, ...flags], { env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('http://127.0.0.1:9 does not answer');
    expect(stderr).toContain('whether the question was answered is unknown');
    expect(stderr).not.toContain('open');
  }
});

test('prints once that the connection is lost, and that it is back', async () => {
  await using alone = testTerminal();
  const server = await alone.serve();
  await alone.channel();
  const env = {
    INBOX_DATA: `${alone.home}/far`,
    INBOX_URL: server.url,
    INBOX_API_KEY: await alone.ok('key', 'create', 'ci'),
  };
  const asking = alone.start(['ask', 'text', 'Why?', '--wait'], env);
  await asking.says('Asked ');
  server.kill('SIGKILL');
  await asking.says('Connection lost; trying again.\n');
  await alone.serve({}, new URL(server.url).port);
  await asking.says('Connected.\n');
  const [pending] = await alone.json<Message[]>('list');
  await alone.ok('answer', `${pending?.id}`, '--text', 'Because');
  expect(await asking.ended).toMatchObject({ code: 0, stdout: 'Because\n' });
  expect(asking.said().split('Connection lost').length).toBe(2);
});

test('withdraws a held question when its command has gone', async () => {
  await using alone = testTerminal();
  const server = await alone.serve();
  await alone.channel();
  const env = { INBOX_DATA: `${alone.home}/far`, INBOX_URL: server.url };
  const key = { ...env, INBOX_API_KEY: await alone.ok('key', 'create', 'ci') };
  const asking = alone.start(['ask', 'approve', 'Go?', '--wait', '--hold'], key);
  await asking.says('Asked ');
  const [pending] = await alone.json<Message[]>('list');
  expect(pending?.review?.hold).toBe(true);
  asking.kill('SIGINT');
  await asking.says('The question is withdrawn within seconds');
  expect((await alone.run(['wait', `${pending?.id}`, '--timeout', '20s'])).code).toBe(6);
  const { code, stderr } = await alone.run(['ask', 'approve', 'Go?', '--hold']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--hold requires --wait')]);
});

test('waits for a server that starts late, by the end of an id too, within --timeout', async () => {
  await using alone = testTerminal();
  const first = await alone.serve();
  await alone.channel();
  const id = await alone.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  const env = {
    INBOX_DATA: `${alone.home}/far`,
    INBOX_URL: first.url,
    INBOX_TOKEN: await alone.ok('token', 'create', 'desk'),
  };
  await first.stop();
  const waits = [id, id.slice(-8)].map((one) => alone.start(['wait', one, '--timeout', '2m'], env));
  await alone.serve({}, new URL(first.url).port);
  await alone.ok('answer', id, '--option', 'approve');
  for (const one of waits) expect(await one.ended).toMatchObject({ code: 0, stdout: 'approve\n' });
});

test('asks again until the question arrives, as long as --timeout permits', async () => {
  const { url = '' } = findRun(terminal.data) ?? {};
  const key = await terminal.ok('key', 'create', 'far');
  const lost = 12;
  using way = await losing(url, { method: 'POST', count: lost });
  const env = { INBOX_DATA: `${terminal.home}/far`, INBOX_URL: way.url, INBOX_API_KEY: key };
  const asking = ['ask', 'approve', 'Late?', '-c', 'deploys', '--wait', '--timeout', '2m'];
  const asked = terminal.start(asking, env);
  await asked.says('Asked ');
  expect(way.lost()).toBe(lost);
  const pending = await terminal.json<Message[]>('list');
  const [one, ...others] = pending.filter(({ text }) => text === 'Late?');
  expect(others).toEqual([]);
  await terminal.ok('answer', `${one?.id}`, '--option', 'approve');
  expect(await asked.ended).toMatchObject({ code: 0, stdout: 'approve\n' });
});

test('checks once with --timeout 0, for a new question as for an old one', async () => {
  const asking = ['ask', 'approve', 'Go?', '-c', 'deploys', '--wait', '--timeout', '0'];
  const { code, stdout, stderr } = await terminal.run(asking);
  expect([code, stdout]).toEqual([8, '']);
  const [, id = ''] = /Still pending. To resume: inbox wait (\w+)/.exec(stderr) ?? [];
  expect((await terminal.run(['wait', id, '--timeout', '0'])).code).toBe(8);
  await terminal.ok('answer', id, '--option', 'approve');
  expect(await terminal.run(['wait', id, '--timeout', '0'])).toMatchObject({ code: 0 });
});

test('asks in the only channel without --channel, and names the channels when there are several', async () => {
  await using alone = testTerminal();
  await alone.ok('init', '--yes');
  const none = await alone.run(['ask', 'approve', 'Go?']);
  expect([none.code, none.stderr]).toEqual([
    2,
    'error: No channels yet. Create one with `inbox channel create NAME`\n',
  ]);
  await alone.channel();
  await alone.ok('ask', 'approve', 'Go?');
  await alone.ok('channel', 'create', 'nightly');
  const several = await alone.run(['ask', 'approve', 'Go?']);
  expect(several.code).toBe(2);
  expect(several.stderr).toMatch(
    /--channel is required. Channels: (deploys, nightly|nightly, deploys)/,
  );
});

test('prints the link to a question as one hyperlink on its own line on a terminal', async () => {
  const screen = terminal.open(['ask', 'approve', 'Go?', '--wait']);
  await screen.shows('or here:');
  await screen.shows('Ctrl-C stops waiting');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they make the link
  const url = screen.raw().match(/\u001b\]8;;(http[^\u001b]+)\u001b\\/)?.[1] ?? '';
  expect(url).toMatch(/\/m\/[0-9A-Z]{26}$/);
  const id = url.slice(-26);
  expect(screen.text()).toContain(
    `Asked ${id.slice(-8)}. Answer with \`inbox answer ${id.slice(-8)}\``,
  );
  await terminal.ok('answer', id, '--option', 'approve');
  expect(await screen.exited).toBe(0);
});
