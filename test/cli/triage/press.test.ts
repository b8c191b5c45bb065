import { expect, test } from 'bun:test';
import { withPending } from '../../../src/cli/triage/apply-event.ts';
import { typed as typedAtOnce } from '../../../src/cli/triage/handle-key.ts';
import { render } from '../../../src/cli/triage/render.ts';
import { type Asked, type State, selectedOf } from '../../../src/cli/triage/state.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { desk, doneBy, drawn, pressAll, pressAt } from '../../support/terminal/triage.ts';
import { withEvent } from './with-event.ts';

const screenOf = (state: State) => render(state, { columns: 80, rows: 24 }).join('\n');

const items = [
  { id: 'eu', label: 'Europe' },
  { id: 'us', label: 'America' },
];
const questions: Record<string, { type: string; payload?: object }> = {
  approval: { type: 'approval' },
  commented: { type: 'approval', payload: { allowComment: true } },
  reversed: {
    type: 'approval',
    payload: {
      options: [
        { id: 'no', label: 'No', style: 'danger' },
        { id: 'yes', label: 'Yes', style: 'primary' },
      ],
    },
  },
  harmful: {
    type: 'approval',
    payload: {
      options: [
        { id: 'go', label: 'Go', decision: 'allow' },
        { id: 'wipe', label: 'Wipe', style: 'danger' },
      ],
    },
  },
  deletion: {
    type: 'approval',
    payload: {
      options: [
        { id: 'del', label: 'Delete', style: 'danger', decision: 'allow' },
        { id: 'keep', label: 'Keep', decision: 'deny' },
      ],
    },
  },
  unclear: {
    type: 'approval',
    payload: {
      options: [
        { id: 'del', label: 'Delete', style: 'danger' },
        { id: 'keep', label: 'Keep' },
      ],
    },
  },
  harmless: { type: 'approval', payload: { options: ['one', 'two'] } },
  either: { type: 'approval', payload: { options: ['yes', 'ok'] } },
  one: { type: 'selection', payload: { items } },
  many: { type: 'selection', payload: { items, mode: 'multi', dismissLabel: 'Neither' } },
  lots: { type: 'selection', payload: { items: Array.from({ length: 30 }, (_, at) => `i${at}`) } },
  sorts: { type: 'selection', payload: { items: Array.from({ length: 12 }, (_, at) => `i${at}`) } },
  form: { type: 'form', payload: { fields: [{ name: 'a', type: 'text', label: 'A' }] } },
  question: {
    type: 'questions',
    payload: { questions: [{ id: 'q', question: 'Q?', options: items }] },
  },
  open: {
    type: 'questions',
    payload: {
      questions: [{ id: 'q', question: 'Q?', options: items, multiple: true, other: true }],
    },
  },
  questions: {
    type: 'questions',
    payload: {
      questions: [
        { id: 'q', question: 'Q?', options: items },
        { id: 'r', question: 'R?' },
      ],
    },
  },
  text: { type: 'text-input' },
  free: { type: 'freeform' },
};

const presses: [question: string, keys: string, done: unknown[]][] = [
  ['approval', '1', [{ selectedOption: 'approve' }]],
  ['approval', 'a', [{ selectedOption: 'approve' }]],
  ['approval', '2', [{ selectedOption: 'reject' }]],
  ['approval', 'r', [{ selectedOption: 'reject' }]],
  ['question', '2', [{ answers: { q: { selected: ['us'] } } }]],
  ['question', '3', []],
  ['question', 'enter', ['prompt']],
  ['open', '1 2 enter', [{ answers: { q: { selected: ['eu', 'us'] } } }]],
  ['open', 'enter', ['prompt']],
  ['questions', '1', []],
  ['questions', 'enter', ['prompt']],
  ['harmful', '2', []],
  ['harmful', '2 2', [{ selectedOption: 'wipe' }]],
  ['harmful', '2 a', []],
  ['harmful', '2 a a', [{ selectedOption: 'go' }]],
  ['harmful', '2 escape 2', []],
  ['harmful', '2 x 2', []],
  ['harmful', '2 9 2', []],
  ['harmful', '2 enter', []],
  ['harmful', 'r r', []],
  ['deletion', 'a', []],
  ['deletion', 'a a', [{ selectedOption: 'del' }]],
  ['deletion', 'a 1', []],
  ['deletion', 'r', [{ selectedOption: 'keep' }]],
  ['unclear', 'a a r r', []],
  ['unclear', '2', [{ selectedOption: 'keep' }]],
  ['approval', '3', []],
  ['approval', 'c', []],
  ['approval', 'enter enter enter', []],
  ['approval', '1 1 a enter', [{ selectedOption: 'approve' }]],
  ['approval', '1 z', []],
  ['commented', 'c', ['comment']],
  ['reversed', 'a', [{ selectedOption: 'yes' }]],
  ['reversed', '1', [{ selectedOption: 'no' }]],
  ['harmless', 'a r', []],
  ['harmless', '2', [{ selectedOption: 'two' }]],
  ['one', '2', [{ selectedIds: ['us'] }]],
  ['one', 'enter', ['prompt']],
  ['many', '1 2 1 enter', [{ selectedIds: ['us'] }]],
  ['many', '1 1 enter', ['prompt']],
  ['many', 'x', [{ _dismissed: true }]],
  ['many', '1 x', []],
  ['many', '1 x x', [{ _dismissed: true }]],
  ['many', '* enter', [{ selectedIds: ['eu', 'us'] }]],
  ['many', '1 * enter', [{ selectedIds: ['eu', 'us'] }]],
  ['many', '* * enter', ['prompt']],
  ['one', '*', []],
  ['sorts', 'd', [{ selectedIds: ['i9'] }]],
  ['sorts', 'h', [{ selectedIds: ['i11'] }]],
  ['sorts', 'i', []],
  ['lots', 'enter', ['prompt']],
  ['approval', 'd', []],
  ['approval', 'ctrl-z', ['suspend']],
  ['approval', 'ctrl-l', ['redraw']],
  ['one', 'x', []],
  ['form', '1 enter', ['prompt']],
  ['text', 'enter', ['prompt']],
  ['free', 'enter', ['prompt']],
  ['form', 'q', ['quit']],
  ['form', 'ctrl-c', ['interrupt']],
  ['form', '? q', []],
  ['form', '/ q 1', []],
];

test.each(presses)('on the question %p the keys %p do %p', async (question, keys, done) => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, questions[question] ?? { type: 'approval' });
  expect(doneBy(pressAll(state, ...keys.split(' ')))).toEqual(done as never);
});

test('sends a comment with the option, and keeps it with its question', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(
    inbox,
    { ...questions.commented, type: 'approval' },
    { type: 'approval' },
  );
  const commented = { ...state, draft: { ...state.draft, comment: 'Go' } };
  expect(doneBy(pressAll(commented, '1'))).toEqual([{ selectedOption: 'approve', comment: 'Go' }]);
  expect(doneBy(pressAll(commented, 'j', '1'))).toEqual([{ selectedOption: 'approve' }]);
});

test('counts the second press of a dangerous option only on the same question', async () => {
  await using inbox = await testInbox();
  const harmful = { ...questions.harmful, type: 'approval' };
  const { state } = await desk(inbox, harmful, harmful);
  expect(doneBy(pressAll(state, '2', 'j', 'j', '2'))).toEqual([]);
  const disarmed = pressAll(state, '2', 'j').state;
  expect([disarmed.draft.armed, disarmed.selectedId]).toEqual([null, state.selectedId]);
});

const nothing: [question: string, key: string, says: string][] = [
  ['unclear', 'a', 'No choice is marked as approving'],
  ['unclear', 'r', 'No choice is marked as refusing'],
  ['harmful', 'r', 'No choice is marked as refusing'],
  ['either', 'a', 'Several choices approve: choose one of them'],
];
test.each(nothing)(
  'on the question %p the key %p says why it does nothing',
  async (name, key, says) => {
    await using inbox = await testInbox();
    const { state } = await desk(inbox, questions[name] ?? { type: 'approval' });
    expect(pressAll(state, key).state.notice?.text).toBe(says);
  },
);

test('stops at both ends of the list', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...Array(3).fill({ type: 'approval' }));
  const at = (...keys: string[]) =>
    asked.findIndex(({ id }) => id === pressAll(state, ...keys).state.selectedId);
  const walks = ['k', 'j', 'j j j', 'G', 'G k', 'G g', 'down down up', 'end', 'end home'];
  expect(walks.map((keys) => at(...keys.split(' ')))).toEqual([0, 1, 2, 2, 1, 0, 1, 2, 0]);
});

test('types into the filter, and answers nothing until the search is done', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, { type: 'approval' }, { type: 'freeform' });
  const typed = pressAll(state, '/', ...'nothing', 'enter', '1', 'a');
  expect([typed.state.notice?.text, doneBy(typed)]).toEqual(['Still searching', []]);
  const none = withPending(typed.state, { pending: [], search: 'nothing' });
  expect([selectedOf(none), doneBy(pressAll(none, '1'))]).toEqual([undefined, []]);
  expect(screenOf(none)).toContain('No match for “nothing”');
  const all = pressAll(none, 'escape').state;
  expect([all.filter, screenOf(all).includes('Searching…')]).toEqual(['', true]);
  const found = withPending(typed.state, { pending: asked.slice(1), search: 'nothing', found: 1 });
  expect([selectedOf(found)?.id, screenOf(found).includes('1 found')]).toEqual([
    asked[1]?.id,
    true,
  ]);
  expect(pressAll(state, '/', 'x', 'é', 'backspace', 'y', 'ctrl-u', 'z').state.filter).toBe('z');
});

test('ignores keys on a truncated question until it is loaded in full', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, { type: 'approval' });
  const [whole] = asked as [Asked];
  const cut = { ...whole, truncated: true, review: { ...whole.review, payload: {} } };
  const listed = withPending({ ...state, waiting: [] }, { pending: [cut] });
  const keys = ['1', 'a', 'r', 'c', 'x', 'e', 'enter'];
  expect(doneBy(pressAll(listed, ...keys))).toEqual([]);
  expect(screenOf(listed)).toContain('Loading the choices…');
  const read = withEvent(listed, 'message:updated', whole);
  expect(doneBy(pressAll(drawn(withPending(read, { pending: [cut] })), '1'))).toEqual([
    { selectedOption: 'approve' },
  ]);
});

const people = Array.from({ length: 12 }, (_, at) => ({ id: `i${at + 1}`, label: `Person ${at}` }));

test('picks each of 2 3 4 5 and d, however fast they are pressed', async () => {
  await using inbox = await testInbox();
  const payload = { items: people, mode: 'multi' };
  const { state } = await desk(inbox, { type: 'selection', payload });
  const strokes = [...'2345d'].map((key, at): [number, string] => [state.now + at * 60, key]);
  const { state: picked } = pressAt(state, ...strokes);
  expect(picked.draft.picked).toEqual(['i2', 'i3', 'i4', 'i5', 'i10']);
  const sent = pressAt(picked, [state.now + 4 * 60 + 700, 'enter']);
  expect(doneBy(sent)).toEqual([{ selectedIds: ['i2', 'i3', 'i4', 'i5', 'i10'] }]);
});

test('sends what was picked 250 ms after the last pick, but nothing at the end of a word', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { ...questions.many, type: 'selection' });
  const at = (...strokes: [number, string][]) =>
    doneBy(pressAt(state, ...strokes.map(([ms, key]): [number, string] => [state.now + ms, key])));
  expect(at([0, '1'], [250, '2'], [500, 'enter'])).toEqual([{ selectedIds: ['eu', 'us'] }]);
  expect(at([0, '1'], [60, '2'], [120, 'enter'])).toEqual([]);
  expect(at([0, 'o'], [60, 'n'], [120, '1'], [180, 'enter'])).toEqual([]);
});

const together: [question: string, text: string, done: unknown[], filter: string][] = [
  ['one', '/dep', [], 'dep'],
  ['one', '/dep all\n', [], 'dep all'],
  ['one', 'jk/1', [], '1'],
  ['one', '1\n', [], ''],
  ['one', 'j1', [], ''],
  ['approval', 'ar', [], ''],
  ['approval', 'r\n', [], ''],
  ['approval', 'please/', [], ''],
  ['commented', 'check', ['comment'], ''],
  ['text', '\nBecause', ['prompt'], ''],
  ['many', '12\n', [], ''],
  ['many', 'x1', [], ''],
  ['form', 'qq1', [], ''],
];
test.each(together)(
  'on the question %p %p in one read does %p and filters by %p',
  async (question, text, done, filter) => {
    await using inbox = await testInbox();
    const { state } = await desk(inbox, questions[question] ?? { type: 'approval' });
    const { effect, ...pressed } = typedAtOnce(state, text, state.now);
    expect(doneBy({ state: pressed.state, effects: effect ? [effect] : [] })).toEqual(
      done as never,
    );
    expect([pressed.state.filter, pressed.rest ?? '']).toEqual([
      filter,
      effect ? text.slice(1) : '',
    ]);
  },
);

test('picks what was pressed in one read, and shows that words were ignored', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { ...questions.many, type: 'selection' });
  expect(typedAtOnce(state, '12', state.now).state.draft.picked).toEqual(['eu', 'us']);
  const ignored = typedAtOnce(state, '1 please', state.now).state;
  expect([ignored.draft.picked, ignored.notice?.text]).toEqual([
    [],
    'That looked like typing; nothing was answered',
  ]);
});

test('replaces the filter by what is typed, unless it is edited by another key first', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval' });
  const filtered = pressAll(state, '/', 'd', ' ', 'e', 'enter').state;
  expect(filtered.filter).toBe('d e');
  const filterAfter = (...keys: string[]) => pressAll(filtered, '/', ...keys).state.filter;
  expect([
    filterAfter(),
    filterAfter('x'),
    filterAfter('x', 'y'),
    filterAfter('enter', '/', 'z'),
    filterAfter('end', 'x'),
    filterAfter('backspace'),
    filterAfter('escape'),
  ]).toEqual(['d e', 'x', 'xy', 'z', 'd ex', '', '']);
  const pasted = typedAtOnce(pressAll(filtered, '/').state, 'a  b ', state.now).state;
  expect(pasted.filter).toBe('a  b ');
});

test('takes an answer back when other keys come together right after it', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval' }, { type: 'approval' });
  const pressed = pressAt(state, [state.now, '1']).state;
  const held = (afterMs: number) => {
    const after = typedAtOnce(pressed, 'jk', state.now + afterMs).state;
    return [after.held.length, after.notice?.text];
  };
  expect(held(80)).toEqual([0, 'That looked like typing; nothing was answered']);
  expect(held(400)[0]).toBe(1);
});

test('keeps what was picked just before other picks that come together', async () => {
  await using inbox = await testInbox();
  const payload = { items: people, mode: 'multi' };
  const { state } = await desk(inbox, { type: 'selection', payload });
  const pressed = pressAt(state, [state.now, '2']).state;
  const picked = typedAtOnce(pressed, '34', state.now + 60).state.draft.picked;
  expect(picked).toEqual(['i2', 'i3', 'i4']);
});

test('answers nothing by the refusing key held, and something by another', async () => {
  await using inbox = await testInbox();
  const approval = { type: 'approval' };
  const { state } = await desk(inbox, approval, approval, approval);
  const strokes = [0, 500, 660, 693].map((ms): [number, string] => [state.now + ms, 'r']);
  expect(doneBy(pressAt(state, ...strokes))).toEqual([]);
  const held = strokes.map(([ms]): [number, string] => [ms, '1']);
  expect(doneBy(pressAt(state, ...held)).length).toBeGreaterThan(0);
});
