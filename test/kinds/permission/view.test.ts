/** A permission in the terminal's view: all of its input, and what its keys decide. */
import { expect, test } from 'bun:test';
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
