import { expect, test } from 'bun:test';
import type { Ladder } from '../../src/core/notify/schema.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

async function withUsers() {
  const terminal = testTerminal();
  await terminal.serve();
  await terminal.channel();
  const add = (email: string, name: string) =>
    terminal.ok('user', 'add', email, '--name', name, '-c', 'deploys', '--no-password');
  const ann = await add('ann@example.com', 'Ann');
  const bob = await add('bob@example.com', 'Bob');
  return Object.assign(terminal, { ann, bob });
}

test('sets, shows and clears the steps of a channel, with users by name, e-mail address or id', async () => {
  await using terminal = await withUsers();
  const { ann, bob } = terminal;
  const steps = ['--step', `10m:ann,BOB@example.com`, '--step', `1h:${bob.slice(-8)}`];
  const set = await terminal.run(['ladder', 'set', 'deploys', ...steps]);
  expect(set).toEqual({ code: 0, stdout: '', stderr: 'Ladder for “deploys” set.\n' });
  expect(await terminal.json<Ladder>('ladder', 'show', 'deploys')).toEqual({
    steps: [
      { afterSeconds: 600, people: [ann, bob] },
      { afterSeconds: 3600, people: [bob] },
    ],
  });
  expect(await terminal.ok('ladder', 'show', 'deploys')).toBe(
    '600\tann@example.com, bob@example.com\n3600\tbob@example.com',
  );
  const screen = terminal.open(['ladder', 'show', 'deploys']);
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toContain('10m  ann@example.com, bob@example.com');
  expect(await terminal.json<Ladder>('ladder', 'clear', 'deploys')).toEqual({ steps: [] });
  const none = await terminal.run(['ladder', 'show', 'deploys']);
  expect([none.stdout, none.stderr]).toEqual([
    '',
    'No steps: everyone who sees the channel is notified immediately.\n',
  ]);
});

test('refuses a step that is invalid and says what is valid', async () => {
  await using terminal = await withUsers();
  const cases: [string[], string][] = [
    [[], '--step is required. Example: inbox ladder set deploys --step'],
    [['--step', '10m'], '--step: “10m” has no users. Use 10m:ann@example.com'],
    [['--step', 'soon:ann'], '--step: “soon” is not a duration'],
    [['--step', '10m:eve'], 'User “eve” not found. List them with `inbox user list`'],
  ];
  for (const [flags, sentence] of cases) {
    const { code, stderr } = await terminal.run(['ladder', 'set', 'deploys', ...flags]);
    expect([flags, code, stderr]).toEqual([flags, 2, expect.stringContaining(sentence)]);
  }
  const elsewhere = await terminal.run(['ladder', 'show', 'nowhere']);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    1,
    expect.stringContaining('Channel “nowhere” not found'),
  ]);
});
