import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { hasPart, oneOf } from '../../src/cli/ids.ts';
import type { Attachment } from '../../src/core/files/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { keys, sharedTerminal, testTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();
const ask = (text: string) => terminal.ok('ask', 'approve', text, '-c', 'deploys');

const parts: [what: string, part: (id: string) => string][] = [
  ['its last eight characters', (id) => id.slice(-8)],
  ['its last six, in lower case', (id) => id.slice(-6).toLowerCase()],
  ['all of it in lower case', (id) => id.toLowerCase()],
  ['a long beginning', (id) => id.slice(0, 24)],
];

test.each(parts)('shows, answers and awaits a message by %s', async (_, part) => {
  const id = await ask('Deploy?');
  const shown = await terminal.json<Message>('show', part(id));
  expect(shown.id).toBe(id);
  await terminal.ok('answer', part(id), '--option', 'approve');
  expect(await terminal.run(['wait', part(id)])).toMatchObject({ code: 0, stdout: 'approve\n' });
});

test('exits 2 for a beginning that several messages share and lists them', async () => {
  const ids = [await ask('This one?'), await ask('Or this?')];
  const { code, stdout, stderr } = await terminal.run(['show', ids[0]?.slice(0, 6) ?? '']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('matches more than one message');
  for (const id of ids) expect(stderr).toContain(id);
  expect(stderr).toContain('Or this?');
});

const unknown: [args: string[], says: string][] = [
  [['show', 'xyz'], 'Message “xyz” not found. List them with `inbox list --all`'],
  [['show', 'ZZZZZZZZ'], 'Message “ZZZZZZZZ” not found. List them with `inbox list --all`'],
  [['show', `7${'Z'.repeat(25)}`], `Message “7${'Z'.repeat(25)}” not found.`],
  [['wait', 'nope'], 'Message “nope” not found. List them with `inbox list --all`'],
  [['wait', `7${'Z'.repeat(25)}`], 'Message “7ZZZ'],
  [['answer', 'nope'], 'Message “nope” not found. List them with `inbox list --all`'],
  [['key', 'revoke', 'nope'], 'Key “nope” not found. List them with `inbox key list`'],
  [['token', 'revoke', 'nope'], 'Token “nope” not found. List them with `inbox token list`'],
  [['deliveries', 'show', 'nope'], 'Delivery “nope” not found. List them with `inbox deliveries`'],
  [['deliveries', 'retry', 'nope'], 'Message “nope” not found. List them with `inbox list --all`'],
  [['file', 'download', 'nope'], 'File “nope” not found. List them with `inbox file list`'],
];
test.each(unknown)('exits 1 for %p and says where to look', async (args, says) => {
  const { code, stdout, stderr } = await terminal.run(args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toStartWith(`error: ${says}`);
});

test.each(['show', 'answer', 'wait'])(
  'exits 2 for %s without an id and says how to list them',
  async (command) => {
    const { code, stderr } = await terminal.run([command]);
    expect([code, stderr]).toEqual([
      2,
      `error: An id is required: \`inbox ${command} ID\`. List ids with \`inbox list\`\n`,
    ]);
  },
);

test('lets a person choose a pending question for show and answer without an id', async () => {
  await using alone = testTerminal();
  await alone.serve();
  await alone.channel();
  const empty = alone.open(['show']);
  expect(await empty.exited).toBe(1);
  expect(empty.text()).toContain('No pending questions.');
  for (const text of ['First?', 'Second?']) {
    await alone.ok('ask', 'approve', text, '-c', 'deploys');
  }
  const shown = alone.open(['show']);
  await shown.press('Which question?', keys.down);
  await shown.press('● First?', keys.down);
  await shown.press('● Second?', keys.enter);
  expect(await shown.exited).toBe(0);
  expect(shown.text()).toContain('Reject');
  const answered = alone.open(['answer']);
  await answered.press('Which question?', keys.down);
  await answered.press('● First?', keys.enter);
  await answered.press('Your decision', keys.escape);
  expect(await answered.exited).toBe(3);
});

test('finds channels, users, files, keys and tokens by the end of their id', async () => {
  const channel = await terminal.ok('channel', 'create', 'releases');
  const end = (id: string) => id.slice(-8).toLowerCase();
  expect(await terminal.ok('send', 'Hi', '-c', end(channel))).toHaveLength(26);
  const path = join(terminal.home, 'a.txt');
  await Bun.write(path, 'hello');
  const { id } = await terminal.json<Attachment>('file', 'upload', path, '-c', 'releases');
  const file = await terminal.run(['file', 'download', end(id), '-o', '-']);
  expect([file.code, file.stdout]).toEqual([0, 'hello']);
  const add = ['user', 'create', 'mia@example.com', '--no-password'];
  const user = await terminal.ok(...add);
  await terminal.ok('user', 'disable', end(user));
  for (const kind of ['key', 'token']) {
    const made = await terminal.json<{ id: string }>(kind, 'create', 'by id');
    await terminal.ok(kind, 'revoke', end(made.id));
  }
});

test('revokes a key or token by its name, and names both ids when 2 share it', async () => {
  for (const kind of ['key', 'token']) {
    await terminal.ok(kind, 'create', 'ci');
    await terminal.ok(kind, 'revoke', 'ci');
    const made = [
      await terminal.json<{ id: string }>(kind, 'create', 'ci'),
      await terminal.json<{ id: string }>(kind, 'create', 'ci'),
    ];
    const { code, stderr } = await terminal.run([kind, 'revoke', 'ci']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      `error: “ci” matches more than one ${kind}. Type more of the id:`,
    ]);
    for (const { id } of made) expect(stderr).toContain(id);
  }
});

test('asks for confirmation on a terminal before revoking a key', async () => {
  const { id } = await terminal.json<{ id: string }>('key', 'create', 'asked');
  const no = terminal.open(['key', 'revoke', 'asked']);
  await no.answer('Revoke the key “asked”', keys.enter);
  expect(await no.exited).toBe(0);
  expect(no.text()).toContain('Nothing was revoked.');
  const yes = terminal.open(['key', 'revoke', id]);
  await yes.answer('Revoke the key “asked”', 'y');
  expect(await yes.exited).toBe(0);
  expect(yes.text()).toContain('Key “asked” revoked.');
});

test('prefers a name to part of an id, and a full id to both', () => {
  const of = {
    kind: 'key',
    list: 'inbox key list',
    words: ({ name }: { name: string }) => name,
    name: ({ name }: { name: string }) => name,
  };
  const one = { id: '01M7YGQ6NDPJATKTJ32C3SBQVW', name: 'first' };
  const other = { id: '01M7YGQ6NDPJATKTJ32C3SBQVX', name: '3SBQVW' };
  expect(oneOf(of, [one, other], '3SBQVW')).toBe(other);
  expect(oneOf(of, [one, other], '3sbqvw')).toBe(one);
  const named = { id: '01M7YGQ6NDPJATKTJ32C3SBQVY', name: 'Zürich'.normalize('NFD') };
  expect(oneOf(of, [one, named], 'Zürich')).toBe(named);
  expect(hasPart(one.id, 'qvw')).toBe(false);
  expect(hasPart(one.id, 'GQ6N')).toBe(false);
});
