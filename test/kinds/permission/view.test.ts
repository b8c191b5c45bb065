/** A permission in the terminal's view: all of its input, and what its keys decide. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { partRows } from '../../../src/cli/layout/subject.ts';
import { view } from '../../../src/cli/triage/render.ts';
import type { State } from '../../../src/cli/triage/state.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { visible } from '../../../src/core/letters.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { desk, doneBy, drawn, pressAll } from '../../support/terminal/triage.ts';

const bash = {
  tool: 'Bash',
  input: { command: 'npm test' },
  choices: [
    { id: 'always', label: 'Always allow npm test' },
    { id: 'stop', label: 'Deny and stop', decision: 'deny' },
  ],
};
const sizes = { columns: 80, rows: 24 };

async function viewOf(payload: object) {
  await using inbox = await testInbox();
  return (await desk(inbox, { type: 'permission', payload, text: 'Only looks' })).state;
}

test.each<[keys: string[], done: (JsonObject | 'comment')[]]>([
  [['a'], [{ decision: 'allow' }]],
  [['1'], [{ decision: 'allow' }]],
  [['r'], [{ decision: 'deny' }]],
  [['2'], [{ decision: 'deny' }]],
  [['3'], []],
  [['3', '3'], [{ decision: 'allow', choice: 'always' }]],
  [['4', '4'], [{ decision: 'deny', choice: 'stop' }]],
  [['3', '4'], []],
  [['c'], ['comment']],
  [['e'], []],
])('decides by the keys %j: %j', async (keys, done) => {
  expect(doneBy(pressAll(await viewOf(bash), ...keys))).toEqual(done);
});

test('sends the comment as the message, and edits only what may be edited', async () => {
  const state = await viewOf({ ...bash, editable: true });
  const said: State = { ...state, draft: { ...state.draft, comment: 'Not here' } };
  expect(doneBy(pressAll(drawn(said), 'r'))).toEqual([{ decision: 'deny', message: 'Not here' }]);
  expect(doneBy(pressAll(state, 'e'))).toEqual(['edit']);
});

/** The rows of the question's pane, page by page. */
function scrolledThrough(first: State): string[] {
  const rows: string[] = [];
  let state: State = { ...first, isWhole: true };
  for (let page = 0; page < 200; page++) {
    const { lines, drawn } = view(state, sizes);
    rows.push(...lines.map((line) => Bun.stripANSI(line)));
    if (drawn.place.from + drawn.place.rows >= drawn.place.total) break;
    state = { ...state, scroll: drawn.place.from + drawn.place.rows };
  }
  return rows;
}

const packed = (text: string) => text.replace(/\s+/g, '');

test('shows every letter of an input in 80 columns and 24 rows, before the words of its agent', async () => {
  const command = [
    'echo `id` __init__ [a](b) # x',
    'rm \u202etxt \u001b[31m b\u200dc \u001b[2J',
    ...Array(40).fill(''),
    'rm -rf /',
  ].join('\n');
  const state = await viewOf({
    tool: 'Bash',
    input: { command, long: 'z'.repeat(5000), half: '\ud83d' },
    preview: 'Lists **files**',
  });
  const all = packed(scrolledThrough(state).join('\n'));
  const expected = [
    'tool: Bash',
    ...visible(command).split('\n').slice(0, 2),
    '[40 empty lines]',
    'rm -rf /',
    'half: \\ud83d',
    'The agent says:',
    'Lists files',
    'Only looks',
  ].map(packed);
  let last = all.indexOf(packed('tool: Bash'));
  for (const part of expected) {
    const at = all.indexOf(part, last);
    expect([part, at >= last]).toEqual([part, true]);
    last = at;
  }
  expect(all.match(/z/g)?.length).toBeGreaterThanOrEqual(5000);
});

const plan = [
  '# Move the _database_',
  '1. Stop `db` <!-- rm -rf / -->',
  '2. **Copy** it to [the new host](https://new.example)',
  '```sh\nrsync a\u202e b\n```',
].join('\n\n');

test('shows a plan as Markdown, and as it was written at the key M', async () => {
  const state = await viewOf({ tool: 'ExitPlanMode', input: { plan } });
  const shown = scrolledThrough(state).join('\n');
  expect(shown).toContain('  Move the database\n');
  expect(shown).toContain('1. Stop db <!-- rm -rf / -->');
  expect(shown).toContain('2. Copy it to the new host (https://new.example)');
  expect(shown).toContain('┃ sh\n  ┃ rsync a[U+202E] b');
  expect(view(state, sizes).lines.at(-1)).toContain('M source');
  const pressed = pressAll(state, 'M');
  expect(doneBy(pressed)).toEqual([]);
  const source = scrolledThrough(pressed.state).join('\n');
  for (const line of visible(plan).split('\n')) expect(source).toContain(`  ${line}`.trimEnd());
  const back = scrolledThrough(pressAll(state, 'M', 'M').state).join('\n');
  expect(back).toContain('  Move the database\n');
});

test.each([
  ['an address that nothing links to', 'Do it\n\n[a]: https://hidden.example'],
  ['the title of a link', '[a](https://a.example "and then rm -rf /")'],
  ['what follows the language of code', '```sh and then rm -rf /\nls\n```'],
  ['more than can be laid out', `${'_a_ '.repeat(1001)}END`],
])('shows a plan as it was written if Markdown would leave out %s', (_, text) => {
  const rows = partRows({ name: 'plan', is: 'markdown', text }, { columns: 80 });
  expect(packed(rows.join(''))).toBe(packed(`plan: ${text}`));
});

test('leaves out no letter and no digit of any plan', () => {
  const words = fc.string({ unit: fc.constantFrom(...'ab1 é日\u202e\u200b&;()[]') });
  const marks =
    '*,_,`,```,```sh,# ,> ,- ,1. ,\n,\n\n,[a](b),[a]: b,![a](b "c"),<!-- a -->,<b>,|,|-|,&amp;,~~~,    ';
  const texts = fc.array(fc.oneof(words, fc.constantFrom(...marks.split(','))), { maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 8, max: 80 }), (parts, columns) => {
      const text = parts.join('');
      const rows = partRows({ name: 'plan', is: 'markdown', text }, { columns }).slice(1);
      const left = lettersIn(Bun.stripANSI(rows.join('')));
      for (const letter of lettersIn(visible(text))) {
        const at = left.indexOf(letter);
        expect([text, letter, at >= 0]).toEqual([text, letter, true]);
        left.splice(at, 1);
      }
    }),
    { numRuns: 300 },
  );
});

const lettersIn = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]/gu) ?? [];

test('lays out an input of 200 KiB, and all of it can be reached', async () => {
  for (const command of [`${'y'.repeat(200_000)} END`, `${'line\n'.repeat(40_000)}END`]) {
    const state = await viewOf({ tool: 'Bash', input: { command } });
    const whole: State = { ...state, isWhole: true };
    const began = performance.now();
    const { place } = view(whole, sizes).drawn;
    expect(performance.now() - began).toBeLessThan(3000);
    const end = view({ ...whole, scroll: place.total }, sizes);
    expect(end.lines.map((line) => Bun.stripANSI(line)).join('\n')).toContain('END');
  }
});
