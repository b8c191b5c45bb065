import { expect, test } from 'bun:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadedProgram, named } from '../../scripts/pages/commands.ts';
import type { User } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { build, version } from '../../src/version.ts';
import { sharedTerminal, testTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();

test('shows, edits and renames a channel, whose id stays', async () => {
  const id = await terminal.ok('channel', 'add', 'builds');
  await terminal.ok('channel', 'edit', 'builds', '--description', 'All builds');
  await terminal.ok('channel', 'rename', 'builds', 'Builds, nightly');
  expect((await terminal.ok('channel', 'show', 'Builds, nightly')).split('\n')).toEqual([
    `id\t${id}`,
    'name\tBuilds, nightly',
    'description\tAll builds',
    'pending\t0',
  ]);
  await terminal.ok('channel', 'edit', id, '--name', 'builds', '--description', '');
  const shown = await terminal.json<Agent>('channel', 'show', 'builds');
  expect(shown).toMatchObject({ id, name: 'builds', description: null });
  for (const wrong of [
    [],
    ['--critical-per-hour', '101'],
    ['--critical-per-hour', '-1'],
    ['--notify-after', '601'],
    ['--notify-after', 'soon'],
  ]) {
    expect((await terminal.run(['channel', 'edit', 'builds', ...wrong])).code).toBe(2);
  }
  await terminal.ok('channel', 'edit', 'builds', '--critical-per-hour', '0');
  expect(await terminal.ok('channel', 'show', 'builds')).toContain('critical\tup to 0 an hour');
  await terminal.ok('channel', 'edit', 'builds', '--notify-after', '2m');
  expect(await terminal.ok('channel', 'show', 'builds')).toContain('notifies\tafter 120 s');
  await terminal.ok('channel', 'edit', 'builds', '--notify-after', '');
  expect(await terminal.ok('channel', 'show', 'builds')).not.toContain('notifies');
  const ask = ['ask', 'approve', 'Fire?', '-c', 'builds', '--urgency', 'critical', '--json'];
  const { stdout, stderr } = await terminal.run(ask);
  expect(stderr).toContain('Lowered to high');
  expect(JSON.parse(stdout).review).toMatchObject({ urgency: 'high', lowered: true });
  const { id: asked } = JSON.parse(stdout);
  expect(await terminal.ok('show', asked)).toContain('high (asked as critical)');
  expect((await terminal.run(['channel', 'rename', 'builds', ' '])).code).toBe(2);
}, 20_000);

test('changes the role, the name and the channels of a user, and removes the user', async () => {
  const email = 'rita@example.com';
  await terminal.ok('user', 'create', email, '--no-password');
  const channel = await terminal.ok('channel', 'create', 'billing');
  const edited = (...flags: string[]) => terminal.json<User>('user', 'edit', email, ...flags);
  expect(await edited('-c', 'billing')).toMatchObject({ channels: [channel], role: 'reviewer' });
  expect(await edited('--role', 'owner', '--name', 'Rita')).toMatchObject({
    role: 'owner',
    channels: 'all',
    name: 'Rita',
  });
  const wrongs = [[], ['-c', 'nosuch'], ['--role', 'king']];
  for (const wrong of wrongs) {
    const { code } = await terminal.run(['user', 'edit', email, ...wrong]);
    expect([wrong, code]).toEqual([wrong, 2]);
  }
  await terminal.ok('user', 'delete', email);
  expect(await terminal.ok('user', 'list')).not.toContain(email);
}, 20_000);

test('retracts a question by the end of its id, and its waiter exits 6', async () => {
  const id = await terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys');
  const waiting = terminal.start(['wait', id]);
  const { stderr } = await terminal.run(['retract', id.slice(-8)]);
  expect(stderr).toBe(`Retracted: Deploy?  ${id.slice(-8)}\n`);
  // It may have begun to wait only afterwards.
  expect([1, 6]).toContain((await waiting.ended).code);
  expect((await terminal.run(['retract', id])).code).toBe(1);
}, 20_000);

test('prints the URL of the dashboard or of a question where there is no browser', async () => {
  const { url } = await terminal.json<{ url: string }>('whoami');
  const id = await terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys');
  expect(await terminal.ok('open')).toBe(url);
  expect(await terminal.ok('open', id.slice(-8))).toBe(`${url}/m/${id}`);
  expect(await terminal.json<object>('open', id)).toEqual({ url: `${url}/m/${id}`, opened: false });
  expect((await terminal.run(['open', 'nope'])).code).toBe(1);
}, 20_000);

test('shows which inbox answers, its version, who asks and how many questions are pending', async () => {
  const { url } = await terminal.json<{ url: string }>('whoami');
  const shown = await terminal.json<{ pending: number; user: User }>('status');
  expect(shown).toMatchObject({
    inbox: `${terminal.data} (INBOX_DATA)`,
    url,
    answers: true,
    version,
    user: { role: 'owner' },
  });
  const text = await terminal.ok('status');
  for (const part of [terminal.data, url, version, `${shown.pending}`]) {
    expect(text).toContain(part);
  }
}, 20_000);

test('exits 1 from status when no server runs, or none answers at the URL', async () => {
  await using alone = testTerminal();
  const url = 'http://127.0.0.1:1';
  const none = await alone.runWhole(['status']);
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toContain(`${alone.data} (INBOX_DATA)\nNo server is running`);
  const env = { INBOX_TOKEN: 'hu_x' };
  const silent = await alone.run(['status', '--json', '--url', url], { env });
  expect([silent.code, JSON.parse(silent.stdout)]).toEqual([
    1,
    { inbox: `${url} (--url)`, url, answers: false },
  ]);
}, 20_000);

test('sends a request to the API and prints its body, with the exit code of its status', async () => {
  const api = async (...args: string[]) => terminal.run(['api', ...args]);
  const fields = ['--field', 'name=by-api', '--field', 'description=null'];
  const made = await api('post', '/agents', ...fields);
  const channel = JSON.parse(made.stdout);
  expect([made.code, channel]).toMatchObject([0, { name: 'by-api', description: null }]);
  const asked = await terminal.run(['api', 'POST', 'messages', '--input', '-', '--as', 'agent'], {
    stdin: JSON.stringify({ channelId: channel.id, text: 'Go?', review: { type: 'approval' } }),
  });
  const { id } = JSON.parse(asked.stdout);
  const of = ['--field', `channel=${channel.id}`];
  const pending = await api('GET', '/api/v1/reviews/pending', ...of);
  expect(JSON.parse(pending.stdout)).toMatchObject([{ id }]);
  const codes: [number, string[]][] = [
    [1, ['GET', `/agents/${id}`]],
    [2, ['POST', '/agents']],
    [2, ['FETCH', '/agents']],
    [2, ['GET', '/agents', '--input', '-']],
    [2, ['POST', '/agents', '--field', 'name']],
    [4, ['POST', '/keys', '--as', 'agent', '--field', 'name=x']],
  ];
  const ended = await Promise.all(codes.map(([, args]) => api(...args)));
  expect(ended.map(({ code }, at) => [code, codes[at]?.[1] ?? []])).toEqual(codes);
  const missing = await api('GET', `/agents/${id}`);
  expect(JSON.parse(missing.stdout)).toMatchObject({ statusCode: 404 });
}, 20_000);

test('approves and rejects by what the options mean, and exits 2 with the options where none does', async () => {
  const asked = (...flags: string[]) =>
    terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys', '--comment', ...flags);
  const options = ['--option', 'go:Go ahead:primary', '--option', 'no:Do not'];
  const approved = await asked(...options);
  const done = await terminal.json<Message>('approve', approved.slice(-8), '--comment', 'Fine');
  expect(done.review?.response).toEqual({ selectedOption: 'go', comment: 'Fine' });
  const rejected = await terminal.json<Message>('reject', await asked(...options));
  expect(rejected.review?.response).toMatchObject({ selectedOption: 'no' });
  expect((await terminal.run(['approve', approved])).code).toBe(7);
  const neither = await asked('--option', 'blue:Blue', '--option', 'green:Green');
  const text = await terminal.ok('ask', 'text', 'Why?', '-c', 'deploys');
  for (const command of ['approve', 'reject']) {
    const unclear = await terminal.run([command, neither]);
    expect([unclear.code, unclear.stderr]).toEqual([
      2,
      expect.stringContaining('Options: blue (Blue), green (Green)'),
    ]);
    expect((await terminal.run([command, text])).code).toBe(2);
    expect((await terminal.run([command, 'nope'])).code).toBe(1);
  }
}, 30_000);

test('accepts rm, remove and delete for what can be removed, and add, create, list, ls', async () => {
  const program = await loadedProgram();
  const wordsOf = (name: string) =>
    named(program, name)
      .commands.flatMap((one) => [one.name(), ...one.aliases()])
      .filter((word) => words.includes(word))
      .toSorted();
  const words = ['add', 'create', 'delete', 'list', 'ls', 'remove', 'rm'];
  for (const name of ['channel', 'contact', 'key', 'token', 'user']) {
    expect([name, wordsOf(name)]).toEqual([name, words]);
  }
  expect(wordsOf('ladder')).toEqual(['delete', 'remove', 'rm']);
  const channel = await terminal.ok('channel', 'add', 'remove-me');
  await terminal.ok('channel', 'remove', channel, '--yes');
}, 30_000);

test('prints the version for version, -v, -V and --version', async () => {
  const all = [['version'], ['-v'], ['-V'], ['--version']];
  const printed = await Promise.all(all.map((args) => terminal.ok(...args)));
  expect(printed).toEqual(all.map(() => version));
  expect(await terminal.json<typeof build>('version')).toMatchObject({ version, bun: build.bun });
});

test('writes a checked setting to config.json, readable by its owner only, and reads it', async () => {
  await using alone = testTerminal();
  const file = join(alone.data, 'config.json');
  expect(await alone.run(['config', 'set', 'INBOX_BACKUP_AT', '03:30'])).toEqual({
    code: 0,
    stdout: '',
    stderr: `backupAt set in ${file}; restart to apply.\n`,
  });
  writeFileSync(file, JSON.stringify({ backupAt: '03:30', colour: 'red' }));
  await alone.run(['config', 'set', 'telegramToken', '-'], { stdin: '1:confidential\n' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await Bun.file(file).json()).toEqual({
    backupAt: '03:30',
    colour: 'red',
    telegramToken: '1:confidential',
  });
  expect(await alone.ok('config', 'get', 'backupAt')).toBe('03:30');
  expect(await alone.ok('config', 'get', 'INBOX_TELEGRAM_TOKEN')).toBe('***');
  const refused: [args: string[], says: string][] = [
    [['set', 'port', 'many'], 'port must be an integer from 0 to 65535 (got “many”)'],
    [['set', 'telegramToken', 'x'], 'telegramToken must be '],
    [['set', 'backupAtt', '1'], 'Unknown setting “backupAtt”. Did you mean “backupAt”?'],
    [['get', 'INBOX_PROT'], 'Unknown setting “INBOX_PROT”. Did you mean “INBOX_PORT”?'],
    [['set', 'data', '/x'], 'The data directory holds this file'],
    [['set', 'port', '1', '--url', 'http://127.0.0.1:1'], '--url cannot be used here'],
  ];
  await Promise.all(
    refused.map(async ([args, says]) => {
      const { code, stdout, stderr } = await alone.run(['config', ...args]);
      expect([args, code, stdout]).toEqual([args, 2, '']);
      expect(stderr).toStartWith(`error: ${says}`);
    }),
  );
  await alone.ok('config', 'delete', 'backupAt');
  expect(await alone.ok('config', 'get', 'backupAt')).toBe('off');
  const overridden = await alone.run(['config', 'set', 'port', '1'], { env: { INBOX_PORT: '2' } });
  expect(overridden.stderr).toContain('warning: INBOX_PORT is set, and overrides it');
}, 30_000);
