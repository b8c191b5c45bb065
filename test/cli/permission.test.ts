import { expect, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/core/json.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { sharedTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();
const INPUT = '{"command":"rm -rf build","id":9007199254740993}';
const ask = (...flags: string[]) =>
  terminal.ok('ask', 'permission', 'Bash', '--input', INPUT, '-c', 'deploys', ...flags);
const shown = (id: string) => terminal.ok('show', id, '--json');
const responseOf = async (id: string) =>
  (await terminal.json<Message>('show', id)).review?.response;

test('asks with every flag, and keeps the input to the digit', async () => {
  const preview = join(terminal.home, 'preview.md');
  writeFileSync(preview, '**Removes** it');
  const choices = ['always:Always allow rm', 'stop:Deny\\: and stop:deny'];
  const id = await ask(
    '--description',
    'Old cache',
    '--preview',
    `@${preview}`,
    ...choices.flatMap((one) => ['--choice', one]),
    '--editable',
    '--default',
    'deny',
  );
  expect(await shown(id)).toContain('9007199254740993');
  expect((await terminal.json<Message>('show', id)).review).toMatchObject({
    type: 'permission',
    payload: {
      title: 'Bash: rm -rf build',
      tool: 'Bash',
      description: 'Old cache',
      preview: '**Removes** it',
      choices: [
        { id: 'always', label: 'Always allow rm', decision: 'allow' },
        { id: 'stop', label: 'Deny: and stop', decision: 'deny' },
      ],
      editable: true,
    },
    default: { decision: 'deny' },
  });
});

test.each<[flags: string[], code: number, printed: string, response: JsonObject]>([
  [['--option', 'allow'], 0, 'allow\n', { decision: 'allow' }],
  [
    ['--option', 'deny', '--comment', 'Not now'],
    5,
    'deny\n',
    { decision: 'deny', message: 'Not now' },
  ],
  [['--option', 'always'], 0, 'always\n', { decision: 'allow', choice: 'always' }],
  [['--option', 'stop'], 5, 'stop\n', { decision: 'deny', choice: 'stop' }],
  [
    ['--option', 'allow', '--input', '{"command":"ls"}'],
    0,
    'allow\n',
    { decision: 'allow', input: { command: 'ls' }, edited: true },
  ],
])('answers by %j, and wait exits with %d', async (flags, code, stdout, response) => {
  const id = await ask('--choice', 'always:Always', '--choice', 'stop:Stop:deny', '--editable');
  await terminal.ok('answer', id, ...flags);
  expect(await responseOf(id)).toEqual(response);
  expect(await terminal.run(['wait', id])).toEqual({ code, stdout, stderr: '' });
});

test.each<[args: string[], says: string]>([
  [['Bash'], '--input is required'],
  [['--input', '{}'], 'The tool is missing'],
  [['Bash', '--input', '[]'], '--input is not a JSON object'],
  [['Bash', '--input', '{'], '--input is not JSON'],
  [['Bash', '--input', '{}', '--choice', 'a:b:maybe'], 'is not id:label or id:label:deny'],
])('refuses to ask by %j', async (args, says) => {
  const { code, stderr } = await terminal.run(['ask', 'permission', ...args, '-c', 'deploys']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
});

test('sends an input that was edited in an editor once its difference is confirmed', async () => {
  const id = await ask('--editable');
  const file = join(terminal.home, 'edits');
  writeFileSync(file, `#!/bin/sh\nsed -i 's/build/cache/' "$1"\n`);
  chmodSync(file, 0o700);
  const env = { VISUAL: file, PATH: `${process.env.PATH}` };
  const screen = terminal.open(['answer', id, '--edit'], env);
  await screen.answer('Send this?', 'y');
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toContain('-rm -rf build');
  expect(screen.text()).toContain('+rm -rf cache');
  expect(await shown(id)).toContain('"id": 9007199254740993');
  expect(await responseOf(id)).toMatchObject({ input: { command: 'rm -rf cache' }, edited: true });
  const fixed = await ask();
  const refused = terminal.open(['answer', fixed, '--edit'], env);
  expect(await refused.exited).toBe(2);
});
