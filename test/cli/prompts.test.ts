import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { keys, sharedTerminal, type Terminal, testTerminal } from '../support/terminal/terminal.ts';

const served = sharedTerminal();

const ask = (terminal: Terminal, kind: string, ...flags: string[]) =>
  terminal.ok('ask', kind, 'Deploy 1.4.2?', '-c', 'deploys', ...flags);

const reviewOf = async (terminal: Terminal, id: string) =>
  (await terminal.json<Message>('show', id)).review;
const responseOf = async (id: string) => (await reviewOf(served, id))?.response;

test('shows the whole question, confirms a dangerous option and asks for a comment', async () => {
  const options = ['deploy:Deploy::allow', 'skip:Skip the tests:danger', 'no:No:danger'];
  const flags = options.flatMap((one) => ['--option', one]);
  const id = await ask(served, 'approve', '--title', 'Release', '--comment', ...flags);
  const screen = served.open(['answer', id]);
  await screen.answer('○ Deploy', keys.down);
  await screen.answer('● Deploy', keys.down);
  for (const part of ['Deploy 1.4.2?', 'Release', 'deploys · agent']) {
    expect(screen.text()).toContain(part);
  }
  await screen.answer('● ! Skip the tests', keys.enter);
  await screen.answer('Really Skip the tests?', 'n');
  await screen.answer('2 ○ ! Skip the tests', '2');
  await screen.answer('○ Yes / ● No', 'y');
  await screen.write('Comment', 'too late');
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toContain('Answered “Skip the tests” — Release');
  expect(await responseOf(id)).toEqual({ selectedOption: 'skip', comment: 'too late' });
});

test('refuses at one press, even if the refusal looks dangerous', async () => {
  const id = await ask(served, 'approve');
  const screen = served.open(['answer', id]);
  await screen.answer('2 ○ Reject', '2');
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toContain('✗ Answered “Reject”');
  expect(await responseOf(id)).toEqual({ selectedOption: 'reject' });
});

const items = Array.from({ length: 200 }, (_, at) => ['--option', `id${at}:Region ${at}`]).flat();

test('finds 1 of 200 items by typing, within the height of the screen', async () => {
  const id = await ask(served, 'select', ...items);
  const screen = served.open(['answer', id]);
  await screen.answer('Region 0', 'nowhere');
  await screen.answer('(0 matches)', keys.enter);
  await screen.answer('No match', keys.clear);
  await screen.answer('(200 matches)', 'region 137');
  await screen.answer('(1 match)', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(screen.text().split('\n').length).toBeLessThanOrEqual(24);
  expect(await responseOf(id)).toEqual({ selectedIds: ['id137'] });
});

test('chooses several of 200 items, each found by typing, and requires at least one', async () => {
  const id = await ask(served, 'select', '--multi', ...items);
  const screen = served.open(['answer', id]);
  await screen.answer('Region 0', keys.enter);
  await screen.answer('Pick at least one', 'region 19');
  await screen.answer('(11 matches)', keys.tab);
  await screen.answer('◼ Region 19', keys.down);
  await screen.answer('Space', keys.tab);
  await screen.answer('◼ Region 190', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ selectedIds: ['id19', 'id190'] });
});

test('shows a few items as a plain list', async () => {
  const few = ['--option', 'eu:Europe', '--option', 'us:America'];
  const one = served.open(['answer', await ask(served, 'select', ...few)]);
  await one.answer('○ Europe', keys.enter);
  await one.answer('└  Press a number to choose', keys.up);
  await one.answer('● America', keys.enter);
  expect(await one.exited).toBe(0);
  const id = await ask(served, 'select', '--multi', ...few);
  const many = served.open(['answer', id]);
  await many.answer('◻ Europe', keys.down);
  await many.answer('◻ Europe', keys.space);
  await many.answer('◼ Europe', keys.enter);
  expect(await many.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ selectedIds: ['eu'] });
});

test('accepts a text of several lines, starts from its prefill and validates as the server would', async () => {
  const id = await ask(served, 'text', '--prefill', 'Dear', '--min-length', '6');
  const screen = served.open(['answer', id]);
  await screen.answer('Dear', keys.ctrlD);
  await screen.answer('At least 6 characters', ` all,${keys.enter}`);
  await screen.write('all,', 'well done', keys.ctrlD);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ text: 'Dear all,\nwell done' });
});

test('validates a JSON answer against its schema immediately', async () => {
  const size = { type: 'object', properties: { cm: { type: 'number' } } };
  const schema = { type: 'object', required: ['size'], properties: { size } };
  const asked = await served.run(['ask', 'free', 'Ticket', '-c', 'deploys', '--schema', '-'], {
    stdin: JSON.stringify(schema),
  });
  const id = asked.stdout.trim();
  const screen = served.open(['answer', id]);
  await screen.answer('as JSON', keys.clear);
  await screen.write('as JSON', 'size 3');
  await screen.answer('Enter a JSON object', keys.clear);
  await screen.write('as JSON', '{}');
  await screen.answer('required', keys.clear);
  await screen.write('as JSON', '{"size": {"cm": 3}}');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ size: { cm: 3 } });
});

test('offers to dismiss first when the question allows it', async () => {
  const asked = await served.run(['ask', 'text', 'Why?', '-c', 'deploys', '--payload', '-'], {
    stdin: JSON.stringify({ submitLabel: 'Explain', dismissLabel: 'Not now' }),
  });
  const id = asked.stdout.trim();
  const screen = served.open(['answer', id]);
  await screen.answer('○ Explain', keys.up);
  await screen.answer('● Not now', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ _dismissed: true });
});

test.each([
  ['Escape', keys.escape],
  ['Ctrl-C', keys.ctrlC],
])('sends nothing and exits 3 on %s', async (_, key) => {
  const id = await ask(served, 'approve');
  const screen = served.open(['answer', id]);
  await screen.answer('○ Approve', key);
  expect(await screen.exited).toBe(3);
  expect(screen.text()).toContain('Cancelled; nothing was sent.');
  expect((await reviewOf(served, id))?.status).toBe('pending');
});

test.concurrent('exits 7 and says who answered first when an answer exists', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const id = await ask(terminal, 'approve');
  const screen = terminal.open(['answer', id]);
  await screen.answer('○ Approve', keys.down);
  await screen.shows('● Approve');
  await terminal.ok('answer', id, '--option', 'reject');
  screen.type(keys.enter);
  expect(await screen.exited).toBe(7);
  await screen.shows('Already answered by owner (not logged in)');
  expect(screen.text().replaceAll('\n', ' ')).toMatch(/(just now|s ago) \(\d\d:\d\d\): “Reject”/);
});

test.concurrent('exits 6 when the question expires at the prompt', async () => {
  const id = await ask(served, 'approve', '--expires', '10s');
  const screen = served.open(['answer', id]);
  await screen.answer('○ Approve', keys.down);
  await screen.shows('● Approve');
  const { code } = await served.run(['wait', id]);
  expect(code).toBe(6);
  screen.type(keys.enter);
  expect(await screen.exited).toBe(6);
  await screen.shows('This question expired');
});

const withPattern = (pattern: string) =>
  JSON.stringify({ properties: { sha: { type: 'string', pattern } }, allOf: [{}] });

test('checks a JSON answer against a pattern without blocking the terminal', async () => {
  const flags = ['ask', 'free', 'Which?', '-c', 'deploys', '--schema', '-'];
  const { stdout } = await served.run(flags, { stdin: withPattern('^(\\w+\\s?)*$') });
  const screen = served.open(['answer', stdout.trim()]);
  const wrong = `{"sha":"${'a'.repeat(40)}!"}`;
  await screen.answer('as JSON', keys.clear);
  await screen.write('as JSON', wrong);
  await screen.answer('String does not match pattern', keys.clear);
  await screen.write('as JSON', '{"sha":"abc"}');
  expect(await screen.exited).toBe(0);
  expect(await responseOf(stdout.trim())).toEqual({ sha: 'abc' });
});

test('skips the check of a pattern that was stored before the limits, and says so', async () => {
  const flags = ['ask', 'free', 'Which?', '-c', 'deploys', '--schema', '-'];
  const { stdout } = await served.run(flags, { stdin: withPattern('a') });
  const id = stdout.trim();
  using database = openBeside(served.data);
  const payload = `{"schema":${withPattern('(?=a)')}}`;
  database.run('update reviews set payload = ? where messageId = ?', [payload, id]);
  const screen = served.open(['answer', id]);
  await screen.answer('as JSON', keys.clear);
  await screen.write('as JSON', '{"sha":"b"}');
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toContain('Only the agent can fully check');
  expect(await responseOf(id)).toEqual({ sha: 'b' });
});

test('counts an Enter right after y for that question, not for the next', async () => {
  const flags = ['--field', 'sure?:checkbox:Sure', '--field', 'why?:text:Why'];
  const id = await ask(served, 'form', ...flags);
  const screen = served.open(['answer', id]);
  await screen.answer('◆  Sure', `y`);
  await screen.answer('◆  Why', keys.enter);
  await screen.shows('That Enter counted for the question before');
  await screen.write('◆  Why', 'Because');
  await screen.answer('Why: Because', keys.down);
  await screen.answer('● Send', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(await responseOf(id)).toEqual({ sure: true, why: 'Because' });
});

test('asks with the ids beside labels that look alike', async () => {
  const alike = ['--option', 'eu:Europe', '--option', 'eu2:Europe '];
  const shownIn = async (kind: string, shown: string[], ...flags: string[]) => {
    const screen = served.open(['answer', await ask(served, kind, ...flags)]);
    for (const one of shown) await screen.shows(one);
    screen.type(keys.ctrlC);
    await screen.exited;
  };
  await shownIn('approve', ['○ Europe (eu)', '○ Europe (eu2)'], ...alike);
  await shownIn('select', ['○ Europe (eu)', '○ Europe (eu2)'], ...alike);
  await shownIn('select', ['◻ Europe (eu)', '◻ Europe (eu2)'], '--multi', ...alike);
  const fields = ['--field', 'in:select:Where:eu,us', '--field', 'to:select:Where:eu,us'];
  await shownIn('form', ['Where (in)'], ...fields);
});
