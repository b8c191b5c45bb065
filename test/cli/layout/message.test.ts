import { afterEach, expect, spyOn, test } from 'bun:test';
import { laidOut } from '../../../src/cli/layout/message.ts';
import { shownRows, wholeText } from '../../../src/cli/layout/shown.ts';
import { questionRows } from '../../../src/cli/render.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

type Asked = Parameters<TestInbox['send']>[0];

const made: TestInbox[] = [];
async function asked(sent: Asked): Promise<Message> {
  const inbox = await testInbox();
  made.push(inbox);
  return inbox.send(sent);
}
afterEach(async () => {
  for (const inbox of made.splice(0)) await inbox[Symbol.asyncDispose]();
});

const diff = [
  '--- a/src/pager.ts',
  '+++ b/src/pager.ts',
  '@@ -9,4 +9,5 @@ function page()',
  ' const one = 1;',
  '-const last = 10;',
  '+const last = 11;',
  '+',
  ' return last;',
].join('\n');
const change = {
  text: 'One line.',
  review: {
    type: 'diff-review',
    payload: { title: 'Fix the pager', files: [{ path: 'src/pager.ts', diff }] },
  },
};

test('shows a diff as numbered, signed lines after the text about it', async () => {
  const message = await asked(change);
  expect(laidOut(message, { columns: 80 })).toEqual([
    'Fix the pager',
    '',
    'One line.',
    '',
    'src/pager.ts  +2 -1',
    '@@ function page()',
    ' 9  9   const one = 1;',
    '10    - const last = 10;',
    '   10 + const last = 11;',
    '   11 +',
    '11 12   return last;',
  ]);
  expect(laidOut(message, { columns: 20 }).slice(-7)).toEqual([
    ' 9   const one = 1;',
    '10 - const last = 10',
    '     ;',
    '10 + const last = 11',
    '     ;',
    '11 +',
    '12   return last;',
  ]);
});

test('cuts a long diff after 200 rows and lays out no more than those', async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => `+line ${at}`).join('\n');
  const files = [1, 2].map((one) => ({ path: `${one}.ts`, diff: `@@ -0,0 +1,3000 @@\n${lines}` }));
  const message = await asked({ review: { type: 'diff-review', payload: { files } } });
  const width = spyOn(Bun, 'stringWidth');
  const rows = laidOut(message, { columns: 80 });
  expect(width.mock.calls.length).toBeLessThan(1000);
  width.mockRestore();
  expect(rows.length).toBe(202);
  expect(rows.at(-1)).toStartWith('… cut after 200 lines; full text: inbox show');
});

test('lays out a question once per width, not on every tick or key', async () => {
  const message = await asked({ text: '**once**', review: { type: 'approval' } });
  const render = spyOn(Bun.markdown, 'render');
  for (const columns of [80, 80, 40, 80, 40]) {
    for (const now of [0, 1000]) questionRows(message, 'deploys', { now, columns });
  }
  expect(render).toHaveBeenCalledTimes(2);
  render.mockRestore();
});

test('shows in the head when the question expires, by clock and remaining time, and the end of its id', async () => {
  const message = await asked({ text: 'Go?', review: { type: 'approval', expiresInSeconds: 600 } });
  const now = Date.parse(message.createdAt);
  const at = new Date(now + 600_000).toTimeString().slice(0, 5);
  const [head] = questionRows(message, 'deploys', { now, columns: 80, status: 'busy' });
  expect(head).toStartWith('deploys · agent busy · just now · expires ');
  expect(head).toEndWith(`${at} (in 10m) · ${message.id.slice(-8)}`);
});

test("labels the ends of a rating's scale, and lists unknown payload fields as facts", async () => {
  const payload = { prompt: 'How good?', minLabel: 'bad', max: 3 };
  const rating = await asked({ review: { type: 'rating', payload } });
  expect(laidOut(rating, { columns: 80 })).toEqual(['How good?', '', 'From 1 (bad) to 3']);
  const free = { title: 'Ticket', effort: 3, steps: ['a'], note: 'one\ntwo' };
  const freeform = await asked({ review: { type: 'freeform', payload: free } });
  expect(laidOut(freeform, { columns: 80 })).toEqual([
    'Ticket',
    '',
    'effort: 3',
    'steps:',
    '[',
    '  "a"',
    ']',
    'note:',
    'one',
    'two',
  ]);
});

test('shows a schema as JSON only when it cannot become fields', async () => {
  const flat = { properties: { severity: { enum: ['low', 'high'] } }, required: ['severity'] };
  const nested = { properties: { at: { type: 'object' } } };
  const [one, other] = [
    await asked({ text: 'Flat', review: { type: 'freeform', payload: { schema: flat } } }),
    await asked({ text: 'Deep', review: { type: 'freeform', payload: { schema: nested } } }),
  ];
  expect(laidOut(one, { columns: 80 })).toEqual(['Flat']);
  expect(laidOut(other, { columns: 80 }).join('\n')).toContain('"properties": {');
  const page = { now: Date.now(), columns: 80 };
  expect(shownRows(one, 'deploys', page)).toContain('  severity  severity (one of low, high)');
});

test('shows title and options first, and every text unchanged in a pipe', async () => {
  const options = [
    { id: 'run', label: 'Run it', style: 'primary', decision: 'allow' },
    { id: 'del', label: 'Delete all', style: 'danger' },
  ];
  const payload = { title: 'Migrate', options };
  const message = await asked({
    text: `# What\n\n${'*word* '.repeat(30)}`,
    review: { type: 'approval', payload },
  } as never);
  const page = { now: Date.parse(message.createdAt), columns: 60 };
  const rows = shownRows(message, 'deploys', page);
  expect(rows.slice(1, 9)).toEqual([
    expect.any(String),
    '',
    'Migrate',
    '',
    '  run  Run it (approves)',
    '  del  Delete all (danger)',
    '',
    'What',
  ]);
  for (const row of rows) expect(Bun.stringWidth(row)).toBeLessThanOrEqual(60);
  const whole = wholeText(message, 'deploys', page.now);
  expect(whole).toContain(`\n# What\n\n${'*word* '.repeat(30).trimEnd()}`);
});
