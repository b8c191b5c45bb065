import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { servedInbox } from '../support/terminal/served.ts';
import { keys, sharedTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();

/** A question of this kind, by a payload. */
async function asked(kind: string, payload: object): Promise<string> {
  const { stdout } = await terminal.run(['ask', kind, 'Well?', '-c', 'deploys', '--payload', '-'], {
    stdin: JSON.stringify(payload),
  });
  return stdout.trim();
}

const responseOf = async (id: string) =>
  (await terminal.json<Message>('show', id)).review?.response;

const options = [
  { id: 'alpha', label: 'Alpha', style: 'primary' },
  { id: 'beta', label: 'Beta' },
  { id: 'del', label: 'Delete all', style: 'danger' },
];

test('chooses an approval option by one key, and asks for confirmation of a dangerous one', async () => {
  const one = await asked('approve', { options });
  const screen = terminal.open(['answer', one]);
  await screen.shows('3 ○ ! Delete all (needs confirmation)');
  await screen.answer('2 ○ Beta', '2');
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toContain('Answered “Beta” — Well?');
  expect(await responseOf(one)).toEqual({ selectedOption: 'beta' });
  const other = await asked('approve', { options });
  const dangerous = terminal.open(['answer', other]);
  await dangerous.answer('3 ○ ! Delete all', '3');
  await dangerous.answer('Really Delete all?', 'y');
  expect(await dangerous.exited).toBe(0);
  expect(await responseOf(other)).toEqual({ selectedOption: 'del' });
});

test('chooses an item by one key, but not by two keys in quick succession or a held key', async () => {
  const items = ['Europe', 'Asia'].map((label) => ({ id: label.toLowerCase(), label }));
  const id = await asked('select', { items });
  const screen = terminal.open(['answer', id]);
  await screen.answer('1 ○ Europe', '\x1b[49u\x1b[50u');
  await screen.shows('● Europe');
  screen.type('\x1b[50u\x1b[50u');
  await screen.answer('● Asia', keys.down);
  await screen.answer('● Europe', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ selectedIds: ['europe'] });
});

const schema = {
  type: 'object',
  required: ['severity', 'count'],
  properties: {
    severity: { enum: ['low', 'high'], title: 'Severity' },
    count: { type: 'integer', minimum: 1, title: 'Count' },
    sha: { type: 'string', pattern: '^[a-f]+$', title: 'Commit' },
  },
};

test('asks for each field of a flat schema and validates it immediately', async () => {
  const id = await asked('free', { schema });
  const screen = terminal.open(['answer', id]);
  await screen.answer('◆  Severity', keys.down);
  await screen.answer('● low', keys.enter);
  await screen.write('◆  Count', 'many');
  await screen.answer('Expected a number', keys.clear);
  await screen.write('◆  Count', '2');
  await screen.write('◆  Commit', 'xyz');
  await screen.answer('does not match pattern', keys.clear);
  await screen.write('◆  Commit', 'abc');
  await screen.answer('Commit: abc', keys.down);
  await screen.answer('● Send', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ severity: 'low', count: 2, sha: 'abc' });
  const titled = { enum: ['small', 1, null], title: 'Size' };
  const other = await asked('free', { schema: { type: 'object', properties: { titled } } });
  expect((await terminal.run(['answer', other, '--field', 'titled=1'])).code).toBe(0);
  expect(await responseOf(other)).toEqual({ titled: 1 });
  expect((await terminal.run(['show', other])).stdout).toMatch(/Size:? +1/);
});

test('reads numbers as people write them, keeps a proposed one as shown, and lists them unrounded', async () => {
  const number = (name: string, defaultValue?: number) => ({
    name,
    label: name,
    type: 'number',
    unit: '€',
    defaultValue,
  });
  const payload = { title: 'Sums', fields: [number('typed'), number('kept', 1.125)] };
  const id = await asked('form', payload);
  const flag = (text: string) => terminal.run(['answer', id, '--field', `typed=${text}`]);
  expect((await flag('1,000')).stderr).toContain('Write 1000 or 1.0');
  expect((await flag('9007199254740993')).stderr).toContain('Too many digits to keep');
  const screen = terminal.open(['answer', id]);
  await screen.write('◆  typed', '1.000');
  await screen.answer('Write 1000 or 1.0', keys.clear);
  await screen.write('◆  typed', '0,00012345');
  await screen.answer('│  1.125', keys.enter);
  await screen.shows('typed: 0.00012345');
  await screen.answer('kept: 1.125', keys.down);
  await screen.answer('● Send', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ typed: 0.00012345, kept: 1.125 });
  const { stdout } = await terminal.run(['list', '--answered', '--search', 'Sums']);
  expect(stdout).toContain('0.00012345 € · 1.125 €');
});

test('keeps all digits of a number in a JSON answer, from a file, at the prompt and in what it prints', async () => {
  const long = '{"id":9007199254740993,"rate":0.1000000000000000055511151231257827}';
  const id = await asked('free', {});
  const answered = await terminal.run(['answer', id, '--answer', '-'], { stdin: `\ufeff${long}` });
  expect(answered.code).toBe(0);
  for (const command of ['show', 'wait']) {
    const { stdout } = await terminal.run([command, id, '--json']);
    expect(stdout).toContain('"id": 9007199254740993,');
    expect(stdout).toContain('"rate": 0.1000000000000000055511151231257827');
  }
  expect((await terminal.run(['wait', id])).stdout).toBe(`${long}\n`);
  expect((await terminal.run(['show', id])).stdout).toContain('9007199254740993');
  const typed = await asked('free', {});
  const screen = terminal.open(['answer', typed]);
  await screen.answer('as JSON', keys.clear);
  screen.type(`\x1b[200~${long}\x1b[201~`);
  await screen.answer('55511151231257827', keys.enter);
  expect(await screen.exited).toBe(0);
  expect((await terminal.run(['wait', typed])).stdout).toBe(`${long}\n`);
});

test('takes the fields of a flat schema by --field', async () => {
  const id = await asked('free', { schema });
  const answer = (...fields: string[]) =>
    terminal.run(['answer', id, ...fields.flatMap((field) => ['--field', field])]);
  expect((await answer('size=3')).stderr).toContain(
    '--field size: no such field. --field NAME=VALUE (repeatable). Fields: severity, count, sha',
  );
  expect((await answer('severity=mid')).stderr).toContain(
    '--field severity: unknown choice “mid”. Choices: low, high',
  );
  expect((await answer('severity=low', 'count=many')).code).toBe(2);
  expect((await answer('severity=low', 'count=2', 'sha=abc')).code).toBe(0);
  expect(await responseOf(id)).toEqual({ severity: 'low', count: 2, sha: 'abc' });
});

test('asks for JSON when a schema needs more than fields, starting from a valid example', async () => {
  const properties = {
    at: { type: 'object', required: ['x'], properties: { x: { minimum: 3, type: 'number' } } },
  };
  const id = await asked('free', { schema: { type: 'object', required: ['at'], properties } });
  const screen = terminal.open(['answer', id]);
  await screen.answer('as JSON', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ at: { x: 3 } });
});

const diff = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+two\n';

test('rates by one key, with or without a comment, and shows a diff to judge by one key', async () => {
  await using inbox = await servedInbox();
  const responseTo = async (id: string) =>
    (await inbox.terminal.json<Message>('show', id)).review?.response;
  const payload = { prompt: 'How good?', minLabel: 'bad', maxLabel: 'fine' };
  const rating = await inbox.send({ review: { type: 'rating', payload } });
  const rated = inbox.terminal.open(['answer', rating.id]);
  await rated.answer('5 ○ 5 fine', '4');
  await rated.answer('Comment', keys.enter);
  expect(await rated.exited).toBe(0);
  expect(await responseTo(rating.id)).toEqual({ rating: 4 });
  const files = [{ path: 'a.ts', diff }];
  const change = await inbox.send({
    text: 'Better',
    review: { type: 'diff-review', payload: { files } },
  });
  const judged = inbox.terminal.open(['answer', change.id]);
  await judged.shows('1   - one');
  await judged.answer('2 ○ Request changes', '2');
  await judged.write('What should change?', 'three');
  expect(await judged.exited).toBe(0);
  const comments = [{ path: 'a.ts', text: 'three' }];
  expect(await responseTo(change.id)).toEqual({ verdict: 'request-changes', comments });
});
