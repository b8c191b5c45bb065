import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { withPending } from '../../../src/cli/triage/apply-event.ts';
import { render, view } from '../../../src/cli/triage/render.ts';
import { begin, type State } from '../../../src/cli/triage/state.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { channelNamed, desk, pressAll } from '../../support/terminal/triage.ts';
import { withEvent } from './with-event.ts';

const evil =
  '\u001b]8;;http://evil\u0007\u001b[2J\u202eDeploy\u009b31m 日本語 👩‍👩‍👧\ttab &#27;[2J\r\n';
const field = { name: 'a', type: 'text', label: evil };
const items = Array.from({ length: 30 }, (_, at) => ({ id: `${at}`, label: evil }));
const hostile = [
  {
    type: 'approval',
    text: `${evil.repeat(30)}\n\n- ${evil}\n> ${evil}`,
    payload: { title: evil },
  },
  { type: 'selection', text: evil, payload: { items, mode: 'multi', dismissLabel: evil } },
  { type: 'form', text: evil, payload: { fields: [field], description: `# ${evil}` } },
  { type: 'text-input', text: `\`\`\`\n${evil}\n\`\`\``, payload: { prompt: evil } },
  { type: 'freeform', text: `| ${evil} |`, payload: { [evil]: evil } },
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: ours, where colours are forced
const COLOURS = /\u001b\[[0-9;]*m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
const OBEYED = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

test('fills exactly the screen, without control characters, for any question', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...hostile);
  const channels = asked.map(({ channelId }) => channelNamed(channelId, evil));
  const named: State = { ...state, channels, notice: { text: evil, tone: 'bad' } };
  const keys = fc.array(fc.constantFrom('j', 'k', '1', ' ', '?', '/', 'escape', '2', 'x'));
  const size = fc.record({
    // A wide letter takes two.
    columns: fc.integer({ min: 2, max: 200 }),
    rows: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(keys, size, (pressed, { columns, rows }) => {
      const lines = render(pressAll(named, ...pressed).state, { columns, rows });
      expect(lines.length).toBe(rows);
      for (const line of lines) {
        expect(Bun.stringWidth(line)).toBeLessThanOrEqual(columns);
        expect(line.replaceAll(COLOURS, '')).not.toMatch(OBEYED);
      }
    }),
  );
});

const PLACES = [
  { id: 'eu', label: 'Europe', description: 'Frankfurt' },
  { id: 'eu2', label: 'Europe', description: 'Dublin' },
];

test.each([
  ['approval', { options: PLACES }],
  ['selection', { items: PLACES }],
])('shows the description of each choice of %s beside its label', async (type, payload) => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type, payload });
  const screen = render(state, { columns: 120, rows: 24 }).join('\n');
  for (const one of ['Europe — Frankfurt', 'Europe — Dublin']) expect(screen).toContain(one);
});

test('breaks a long choice into rows, whose key works once all of it is in view', async () => {
  await using inbox = await testInbox();
  const long = `Restart ${'the billing service and '.repeat(8)}`;
  const ends = ['in Europe', 'in Asia'];
  const options = ends.map((end, at) => ({ id: `${at}`, label: long + end }));
  const { state } = await desk(inbox, { type: 'approval', payload: { options } });
  const keysAt = (size: typeof SMALL) => view(state, size).drawn.keys;
  for (const end of ends) expect(screenOf(state)).toContain(end);
  expect(keysAt(SMALL)).toEqual(['1', '2']);
  expect(keysAt({ columns: 80, rows: 12 })).toEqual(['1']);
});

const SMALL = { columns: 80, rows: 24 };
const screenOf = (state: State, size = SMALL) => render(state, size).join('\n');

test('shows list, markdown, options and keys of a question on a small screen', async () => {
  await using inbox = await testInbox();
  const text = '# Deploy\n\nSee **[log](https://example.org)**:\n\n- one\n- two\n\n```\nls\n```';
  const { state, asked } = await desk(inbox, { type: 'approval', text }, { type: 'freeform' });
  const channels = [channelNamed(`${asked[0]?.channelId}`, 'deploys')];
  const lines = render({ ...state, channels, link: 'live' }, SMALL);
  expect(lines.map((line) => line.trimEnd())).toEqual([
    `Inbox · 2 pending${' '.repeat(57)}● live`,
    '─'.repeat(80),
    `▸ deploys        Deploy${' '.repeat(54)}10m`,
    expect.stringContaining('Question 1'),
    '─'.repeat(80),
    expect.stringMatching(/^deploys · agent · just now · expires .* · [0-9A-Z]{8}$/),
    '',
    'Deploy',
    '',
    'See log (https://example.org):',
    '',
    '• one',
    '• two',
    '',
    '┃ ls',
    '',
    ' 1  Approve · a',
    ' 2  Reject · r',
    '',
    '',
    '',
    '',
    '─'.repeat(80),
    '1-2 answer · j/k move · / filter · ? help · q quit',
  ]);
});

test('scrolls a long text to its end and keeps its options visible', async () => {
  await using inbox = await testInbox();
  const text = Array.from({ length: 100 }, (_, at) => `Line ${at}`).join('\n');
  const { state } = await desk(inbox, { type: 'approval', text });
  expect(screenOf(state)).toContain('Line 0');
  expect(screenOf(state)).toMatch(/↓ \d+ more lines \(space\)/);
  const end = screenOf(pressAll(state, ...Array<string>(40).fill(' ')).state);
  expect(end).toContain('Line 99');
  expect(end).not.toContain('more lines');
  for (const screen of [screenOf(state), end]) expect(screen).toContain(' 1  Approve');
});

test('shows the list beside the question on a wide screen', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval' }, { type: 'approval' });
  const lines = render(state, { columns: 120, rows: 40 });
  expect(lines[2]).toMatch(/^▸ Question 0 .* │ .* agent/);
  expect(lines[3]).toMatch(/ 10m │/);
});

test('explains an empty inbox and an empty search', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox);
  expect(screenOf(begin(inbox.now()))).toContain('Loading…');
  expect(screenOf(state)).toContain('No pending questions.');
  const filled = await desk(inbox, { type: 'approval' });
  const typed = pressAll(filled.state, '/', 'z', 'z', 'enter').state;
  expect(screenOf(withPending(typed, { pending: [], search: 'zz' }))).toContain(
    'No match for “zz”. Esc clears the filter.',
  );
});

test('announces no deadline and no default answer of a question that has ended', async () => {
  await using inbox = await testInbox();
  const reviewed = { type: 'approval', default: { selectedOption: 'reject' } };
  const { state, asked } = await desk(inbox, reviewed);
  const shown = /expires \d|Answers itself/g;
  expect(screenOf(state).match(shown)).toHaveLength(2);
  const about = { id: asked[0]?.id, messageId: asked[0]?.id, channelId: asked[0]?.channelId };
  const after = screenOf(withEvent(state, 'message:deleted', about as never));
  expect(after).toContain(' · ended · ');
  expect(after).not.toMatch(shown);
});

/** Twelve questions of which the third is selected, and one that expires before all others. */
async function withUrgent(urgency: string, size = SMALL) {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, ...Array(12).fill({ type: 'approval' }));
  const third = pressAll(state, 'j', 'j').state;
  const review = { type: 'approval', urgency, expiresInSeconds: 60 };
  const urgent = await inbox.send({ text: 'Now?', review } as never);
  const reached = withEvent(third, 'message:created', urgent);
  return { reached, screen: Bun.stripANSI(screenOf(reached, size)) };
}

test('marks how many questions the list has no room for, and how many of them are urgent', async () => {
  const { reached, screen } = await withUrgent('critical');
  expect(screen).toContain('─── ↑ 1 more, 1 critical ───');
  expect(screen).toMatch(/─── ↓ \d+ more ───/);
  const first = Bun.stripANSI(screenOf(pressAll(reached, 'g').state));
  expect(first).toMatch(/▸ \S+ +critical Now\?/);
  expect(first).not.toContain('↑');
  expect((await withUrgent('high')).screen).toContain('─── ↑ 1 more, 1 high ───');
  expect((await withUrgent('normal')).screen).toContain('─── ↑ 1 more ───');
});

test('marks urgent questions where there is no list, or no room for anything', async () => {
  const { reached } = await withUrgent('critical');
  const whole = Bun.stripANSI(screenOf(pressAll(reached, 'tab').state));
  expect(whole).toContain('─── ↑ 3 more, 1 critical ───');
  const prompt = Bun.stripANSI(screenOf({ ...reached, prompt: () => ['◆  Comment', '│  '] }));
  expect(prompt).toContain('↑ 3 more, 1 critical');
  const wide = Bun.stripANSI(screenOf(reached, { columns: 120, rows: 16 }));
  expect(wide).toContain('critical');
  expect((await withUrgent('critical', { columns: 20, rows: 6 })).screen).toContain('1 critical');
  expect((await withUrgent('normal', { columns: 20, rows: 6 })).screen).not.toContain('critical');
});

test('counts the choices that are hidden, also those of a search', async () => {
  await using inbox = await testInbox();
  const items = Array.from({ length: 40 }, (_, at) => `Item ${at}`);
  const text = 'word\n\n'.repeat(30);
  const { state } = await desk(inbox, { type: 'selection', text, payload: { items } });
  const screen = Bun.stripANSI(screenOf(state));
  const shown = screen.match(/Item \d+/g)?.length ?? 0;
  expect(screen).toContain(`↓ ${40 - shown} more choices (Enter)`);
});

test('lists a rating by its prompt, and others by their text', async () => {
  await using inbox = await testInbox();
  const prompt = 'How good is it?';
  const { state } = await desk(
    inbox,
    { type: 'rating', payload: { prompt }, text: 'The summary' },
    { type: 'text-input', payload: { prompt }, text: 'The story' },
  );
  const screen = Bun.stripANSI(screenOf(state));
  expect(screen).toMatch(/▸ \S+ +How good is it\?/);
  expect(screen).toMatch(/ {2}\S+ +The story/);
});

test('shows the ids beside those labels alone that look alike', async () => {
  await using inbox = await testInbox();
  const both = [
    { id: 'eu', label: 'Europe' },
    { id: 'eu2', label: 'Europe\u200b' },
    { id: 'us', label: 'America' },
  ];
  const places = both.map(({ id, label }) => ({ value: id, label }));
  const where = { label: 'Where', type: 'select', required: true, options: places };
  const fields = [
    { ...where, name: 'in' },
    { ...where, name: 'to' },
  ];
  for (const question of [
    { type: 'approval', payload: { options: both } },
    { type: 'selection', payload: { items: both } },
    { type: 'selection', payload: { items: both, mode: 'multi' } },
    { type: 'form', payload: { fields } },
  ]) {
    const { state } = await desk(inbox, question);
    const screen = render(state, { columns: 120, rows: 24 }).join('\n');
    const shown =
      question.type === 'form' ? ['Where (in)', 'Where (to)'] : ['Europe (eu)', '(eu2)'];
    for (const one of shown) expect(screen).toContain(one);
    expect(screen).not.toContain('America (us)');
  }
});

test('says how many are pending and what is asked on a screen that is too small for it', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval', payload: { title: 'Deploy 1.4.2?' } });
  const lines = render(state, { columns: 20, rows: 6 }).map((line) => line.trimEnd());
  expect(lines).toEqual([
    '1 pending',
    'Terminal too small',
    '(need 40x12) · q',
    'quit',
    'Deploy 1.4.2?',
    '',
  ]);
  expect(render(state, { columns: 4, rows: 2 })).toEqual(['1', 'pend']);
});
