import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../../src/storage/sqlite/lock.ts';
import { stageRestore } from '../../src/storage/sqlite/replace.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const readers = [
  ['list'],
  ['show', 'x'],
  ['answer', 'x', '--option', 'a'],
  ['wait', 'x', '--timeout', '0'],
  ['tail'],
  ['tail', '--no-follow'],
  ['whoami'],
  ['send', 'Hello'],
  ['ask', 'approve', 'Go?'],
  ['channel', 'list'],
  ['channel', 'rm', 'deploys', '--yes'],
  ['key', 'list'],
  ['token', 'list'],
  ['user', 'list'],
  ['file', 'list'],
  ['deliveries'],
  ['audit'],
  ['audit', 'verify'],
  ['local-answers'],
];

test('creates no inbox when a command only reads, and reports that none exists', async () => {
  await using terminal = testTerminal();
  for (const args of readers) {
    const { code, stdout, stderr } = await terminal.run(args);
    expect([args, code, stdout]).toEqual([args, 1, '']);
    const says = `No inbox in ${terminal.data}. Run \`inbox init\`, or check --data.`;
    expect([args, stderr]).toEqual([args, `error: ${says}\n`]);
    expect([args, existsSync(terminal.data)]).toEqual([args, false]);
  }
  mkdirSync(terminal.data);
  expect((await terminal.run(['list'])).code).toBe(1);
  expect(readdirSync(terminal.data)).toEqual([]);
});

const creators = [
  ['init', '--yes'],
  ['channel', 'create', 'deploys'],
  ['key', 'create', 'ci'],
  ['token', 'create', 'laptop'],
  ['local-answers', 'off'],
];

test.each(creators)('creates an inbox for inbox %s when none exists', async (...args) => {
  await using terminal = testTerminal();
  await terminal.ok(...args.filter(Boolean));
  expect(await terminal.ok('list')).toBe('');
});

test('creates nothing from the triage view in an empty directory, and continues once a server runs', async () => {
  await using terminal = testTerminal();
  const screen = terminal.open([]);
  await screen.shows('No inbox in');
  await screen.shows('Retrying every 2 s.');
  expect(existsSync(terminal.data)).toBe(false);
  await terminal.serve();
  await screen.shows('No pending questions.');
  await screen.press('', 'q');
  expect(await screen.exited).toBe(0);
});

test('waits for a server that is setting up the inbox', async () => {
  await using terminal = testTerminal();
  mkdirSync(terminal.data);
  const lock = lockDirectory(terminal.data, 'inbox serve', 0);
  const { code, stderr } = await terminal.run(['list']);
  lock.release();
  expect([code, stderr]).toEqual([1, expect.stringContaining('is in use by inbox serve')]);
});

test('finishes a killed restore when a command only reads', async () => {
  await using terminal = testTerminal();
  const id = await terminal.ok('channel', 'create', 'deploys');
  const staged = stageRestore(terminal.data);
  for (const part of ['inbox.db', 'inbox.db-wal', 'files']) {
    if (!existsSync(join(terminal.data, part))) continue;
    renameSync(join(terminal.data, part), join(staged, part));
  }
  const note = { aside: 'aside', parts: readdirSync(staged) };
  writeFileSync(join(terminal.data, 'restore/ready'), JSON.stringify(note));
  expect(await terminal.ok('channel', 'list')).toContain(id);
});
