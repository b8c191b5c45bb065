/** Questions that are asked and answered together in a terminal: by flags, and one after another. */
import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { keys, sharedTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();
const SHIFT_TAB = '\x1b[Z';

const asked = [
  { id: 'region', question: 'Which region?', options: ['eu', { id: 'us,ca', label: 'America' }] },
  {
    id: 'checks',
    question: 'Which checks?',
    header: 'Checks',
    options: ['lint', 'types', 'tests'],
    multiple: true,
    other: true,
  },
  { id: 'token', question: 'Which token?', secret: true },
];
const ask = (questions: unknown, ...flags: string[]) =>
  terminal.ok('ask', 'questions', JSON.stringify(questions), '-c', 'deploys', ...flags);
const responseOf = async (id: string) =>
  (await terminal.json<Message>('show', id)).review?.response?.answers;

test('prints a line for each answer, and none that an answer could forge', async () => {
  const forged = [...asked, { id: 'a\tb', question: 'What else?' }];
  const id = await ask(forged);
  const answers = [
    'region=us,ca',
    'checks=lint, types',
    'token=t\tok\nregion\teu',
    'a\tb=x\u2028y',
  ];
  await terminal.ok('answer', id, ...answers.flatMap((one) => ['--field', one]));
  const waited = await terminal.run(['wait', id]);
  expect([waited.code, waited.stdout.split('\n')]).toEqual([
    0,
    ['region\tus,ca', 'checks\tlint,types', 'token\tt ok region eu', 'a b\tx y', ''],
  ]);
});

test('takes the parts of an answer at its commas only if all of them are options', async () => {
  const one = await ask(asked);
  const fields = ['--field', 'region=eu', '--field', 'checks=lint,spelling', '--field', 'token=x'];
  await terminal.ok('answer', one, ...fields);
  expect(await responseOf(one)).toEqual({
    region: { selected: ['eu'] },
    checks: { other: 'lint,spelling' },
    token: { other: '***' },
  });
});

const refusals: [flags: string[], says: string][] = [
  [
    ['--field', 'region=eu,mars'],
    '--field region: unknown option “eu,mars”. Options: eu, us,ca (America)',
  ],
  [['--field', 'zone=eu'], '--field zone: no such question. Questions: region, checks, token'],
  [['--field', 'region=eu', '--field', 'region=eu'], '--field region: given twice'],
  [['--field', 'region'], '--field region: use ID=ANSWER'],
  [['--input', '[]'], '--input: Expected an object with the answer to each question'],
  [['--input', '{'], '--input is not JSON: '],
  [['--option', 'eu'], 'This question takes an answer to each of its questions: --field ID=ANSWER'],
  [['--field', 'region=eu'], 'answers.checks: Choose at least one, or write another answer'],
];

test('refuses flags that answer nothing, and says what is taken', async () => {
  const id = await ask(asked);
  for (const [flags, says] of refusals) {
    const { code, stderr } = await terminal.run(['answer', id, ...flags]);
    expect([flags, code, stderr]).toEqual([flags, 2, expect.stringContaining(says)]);
  }
  expect(await responseOf(id)).toBeUndefined();
});

test.each([
  ['', 'The questions are missing. Example: inbox ask questions'],
  ['[]', 'The questions are missing. Example: inbox ask questions'],
  ['7', 'The argument is not a list of questions. Example: '],
  ['@/nonexistent', '/nonexistent: '],
])('refuses %j as questions', async (given, says) => {
  const args = given === '' ? [] : [given];
  const { code, stderr } = await terminal.run(['ask', 'questions', ...args, '-c', 'deploys']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
});

test('asks one after another, back and forth, and sends all together', async () => {
  const id = await ask(asked);
  const screen = terminal.open(['answer', id]);
  await screen.answer('◆  Which region? (1 of 3', '2');
  await screen.answer('◆  Checks: Which checks? (2 of 3', SHIFT_TAB);
  await screen.answer('2 ● America', '1');
  await screen.answer('│  eu', keys.down);
  await screen.answer('◻ lint', keys.space);
  await screen.answer('◼ lint', keys.up);
  await screen.answer('◻ Another answer…', keys.space);
  await screen.answer('◼ Another answer…', keys.enter);
  await screen.write('◆  Your answer', 'spelling', keys.enter);
  await screen.answer('◆  Which token?', 'tulip7');
  await screen.answer('••••••', keys.enter);
  await screen.shows('Which region?: eu');
  await screen.shows('Checks: lint, spelling');
  await screen.answer('This cannot be undone: it contains a password.', keys.down);
  await screen.answer('● Send', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(screen.text()).not.toContain('tulip7');
  expect(await responseOf(id)).toEqual({
    region: { selected: ['eu'] },
    checks: { selected: ['lint'], other: 'spelling' },
    token: { other: '***' },
  });
});

test('answers a single question by one key, or by a text that is none of its options', async () => {
  const single = { ...asked[0], other: true };
  const one = await ask(single, '--title', 'Where?');
  const pressed = terminal.open(['answer', one]);
  await pressed.answer('1 ○ eu', '1');
  expect(await pressed.exited).toBe(0);
  const other = await ask(single);
  const written = terminal.open(['answer', other]);
  await written.answer('3 ○ Another answer…', '3');
  await written.write('◆  Your answer', 'mars', keys.enter);
  expect(await written.exited).toBe(0);
  expect([await responseOf(one), await responseOf(other)]).toEqual([
    { region: { selected: ['eu'] } },
    { region: { other: 'mars' } },
  ]);
});
