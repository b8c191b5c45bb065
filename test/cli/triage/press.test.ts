import { expect, test } from 'bun:test';
import { keysIn } from '../../../src/cli/triage/keys.ts';
import { press } from '../../../src/cli/triage/press.ts';
import { render } from '../../../src/cli/triage/render.ts';
import {
  type Asked,
  type State,
  selectedOf,
  withEvent,
  withPending,
} from '../../../src/cli/triage/state.ts';
import { desk, pressAll, sentBy } from '../../support/desk.ts';
import { testInbox } from '../../support/inbox.ts';

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
  harmless: { type: 'approval', payload: { options: ['one', 'two'] } },
  one: { type: 'selection', payload: { items } },
  many: { type: 'selection', payload: { items, mode: 'multi', dismissLabel: 'Neither' } },
  form: { type: 'form', payload: { fields: [{ name: 'a', type: 'text', label: 'A' }] } },
  text: { type: 'text-input' },
  free: { type: 'freeform' },
};

const presses: [question: string, keys: string, done: unknown[]][] = [
  ['approval', '1', [{ selectedOption: 'approve' }]],
  ['approval', 'a', [{ selectedOption: 'approve' }]],
  ['approval', '2', []],
  ['approval', '2 2', [{ selectedOption: 'reject' }]],
  ['approval', 'r r', [{ selectedOption: 'reject' }]],
  ['approval', 'r enter', [{ selectedOption: 'reject' }]],
  ['approval', '2 a', [{ selectedOption: 'approve' }]],
  ['approval', '2 escape 2', []],
  ['approval', '2 x 2', []],
  ['approval', '2 9 2', []],
  ['approval', '3', []],
  ['approval', 'c', []],
  ['approval', 'enter', ['prompt']],
  ['approval', '1 1 a enter', [{ selectedOption: 'approve' }]],
  ['commented', 'c', ['comment']],
  ['reversed', 'a', [{ selectedOption: 'yes' }]],
  ['reversed', '1', []],
  ['harmless', 'r r', []],
  ['harmless', '2', [{ selectedOption: 'two' }]],
  ['one', '2', [{ selectedIds: ['us'] }]],
  ['one', 'enter', ['prompt']],
  ['many', '1 2 1 enter', [{ selectedIds: ['us'] }]],
  ['many', '1 1 enter', ['prompt']],
  ['many', 'x', [{ _dismissed: true }]],
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
  expect(sentBy(pressAll(state, ...keys.split(' ')).effects)).toEqual(done as never);
});

test('a comment goes with the option, and stays with its question', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(
    inbox,
    { ...questions.commented, type: 'approval' },
    { type: 'approval' },
  );
  const commented = { ...state, draft: { ...state.draft, comment: 'Go' } };
  expect(sentBy(pressAll(commented, '1').effects)).toEqual([
    { selectedOption: 'approve', comment: 'Go' },
  ]);
  expect(sentBy(pressAll(commented, 'j', '1').effects)).toEqual([{ selectedOption: 'approve' }]);
});

test('the second press of a dangerous option counts for its own question alone', async () => {
  await using inbox = await testInbox();
  const { state } = await desk(inbox, { type: 'approval' }, { type: 'approval' });
  expect(pressAll(state, '2', 'j', '2').effects).toEqual([]);
  expect(press(pressAll(state, '2').state, 'j').state.draft.armed).toBeNull();
});

test('the list is walked to its ends and no further', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, ...Array(3).fill({ type: 'approval' }));
  const at = (...keys: string[]) =>
    asked.findIndex(({ id }) => id === pressAll(state, ...keys).state.selectedId);
  const walks = ['k', 'j', 'j j j', 'G', 'G k', 'G g', 'down down up', 'end', 'end home'];
  expect(walks.map((keys) => at(...keys.split(' ')))).toEqual([0, 1, 2, 2, 1, 0, 1, 2, 0]);
});

test('the filter takes what is typed, and nothing is answered until it was searched for', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, { type: 'approval' }, { type: 'freeform' });
  const typed = pressAll(state, '/', ...'nothing', 'enter', '1', 'a');
  expect([typed.state.notice?.text, typed.effects]).toEqual(['Still searching', []]);
  const none = withPending(typed.state, { pending: [], search: 'nothing' });
  expect([selectedOf(none), pressAll(none, '1').effects]).toEqual([undefined, []]);
  expect(screenOf(none)).toContain('Nothing found for “nothing”');
  const all = pressAll(none, 'escape').state;
  expect([all.filter, screenOf(all).includes('Searching…')]).toEqual(['', true]);
  const found = withPending(typed.state, { pending: asked.slice(1), search: 'nothing', found: 1 });
  expect([selectedOf(found)?.id, screenOf(found).includes('1 found')]).toEqual([
    asked[1]?.id,
    true,
  ]);
  expect(pressAll(state, '/', 'x', 'é', 'backspace', 'y', 'ctrl-u', 'z').state.filter).toBe('z');
});

test('a question that the list cut takes no key until it is read whole', async () => {
  await using inbox = await testInbox();
  const { state, asked } = await desk(inbox, { type: 'approval' });
  const [whole] = asked as [Asked];
  const cut = { ...whole, truncated: true, review: { ...whole.review, payload: {} } };
  const listed = withPending({ ...state, waiting: [] }, { pending: [cut] });
  const keys = ['1', 'a', 'r', 'c', 'x', 'e', 'enter'];
  expect(pressAll(listed, ...keys).effects).toEqual([]);
  expect(screenOf(listed)).toContain('Reading the choices…');
  const read = withEvent(listed, 'message:updated', whole);
  expect(sentBy(pressAll(withPending(read, { pending: [cut] }), '1').effects)).toEqual([
    { selectedOption: 'approve' },
  ]);
});

test('keys are told apart however they arrive', () => {
  expect(keysIn('j\u001b[A\u001bOB\u001b[5~é\r\u007f\u001b\u0003')).toEqual([
    ...['j', 'up', 'down', 'pageUp', 'é', 'enter', 'backspace', 'escape', 'ctrl-c'],
  ]);
  expect(keysIn('\u001b[1;5C\u0000\u0001')).toEqual([]);
});
