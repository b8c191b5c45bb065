import { expect, test } from 'bun:test';
import { keyReader } from '../../../src/cli/asking/keys.ts';
import { withPending } from '../../../src/cli/triage/apply-event.ts';
import { render } from '../../../src/cli/triage/render.ts';
import { type Asked, type State, selectedOf } from '../../../src/cli/triage/state.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { desk, doneBy, drawn, pressAll } from '../../support/terminal/triage.ts';
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
  text: { type: 'text-input' },
  free: { type: 'freeform' },
};

const presses: [question: string, keys: string, done: unknown[]][] = [
  ['approval', '1', [{ selectedOption: 'approve' }]],
  ['approval', 'a', [{ selectedOption: 'approve' }]],
  ['approval', '2', [{ selectedOption: 'reject' }]],
  ['approval', 'r', [{ selectedOption: 'reject' }]],
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

const receivedIn = (...reads: string[]) => {
  const read = keyReader();
  return reads.flatMap((one) =>
    read(new TextEncoder().encode(one)).map((received) => {
      if (received.is === 'kitty') return 'kitty';
      if (received.is === 'text') return { text: received.text };
      return received.action === 'press' ? received.key : `${received.action} ${received.key}`;
    }),
  );
};

const reads: [what: string, reads: string[], received: unknown[]][] = [
  [
    'keys in one read',
    ['j\u001b[A\u001bOB\u001b[5~é\u007f\u001b\u0003'],
    ['j', 'up', 'down', 'pageUp', 'é', 'backspace', 'escape', 'ctrl-c'],
  ],
  ['what has no name', ['\u001b[1;5C\u0000\u0001'], []],
  ['a key with Alt', ['\u001b1'], []],
  ['two characters in one read', ['1\r'], [{ text: '1\n' }]],
  ['a word between arrows', ['\u001b[Aab\u001b[B'], ['up', { text: 'ab' }, 'down']],
  ['a paste', ['\u001b[200~1\u001b[201~'], [{ text: '1' }]],
  ['a paste in pieces', ['\u001b[200~a\r', '1\u001b[2', '01~', '2'], [{ text: 'a\n1' }, '2']],
  ['a paste that never ends', ['\u001b[200~a', '1', '\u0003', 'j'], ['ctrl-c', 'j']],
  ['a sequence in pieces', ['\u001b[', 'A'], ['up']],
  ['answers of the terminal', ['\u001b[?1u\u001b[?62;4c\u001b]11;rgb:1/1/1\u0007'], ['kitty']],
  [
    'kitty: a key down, held and let go',
    ['\u001b[49;1;49u', '\u001b[49;1:2;49u', '\u001b[49;1:3u'],
    ['1', 'repeat 1', 'release 1'],
  ],
  [
    'kitty: Ctrl-C, Escape, Enter, Shift-g',
    ['\u001b[99;5u', '\u001b[27u', '\u001b[13u', '\u001b[103:71;2;71u'],
    ['ctrl-c', 'escape', 'enter', 'G'],
  ],
  ['kitty: Alt and a modifier alone', ['\u001b[49;3u', '\u001b[57441;2u'], []],
  ['kitty: an arrow held', ['\u001b[1;1:2B'], ['repeat down']],
];
test.each(reads)('decodes %s', (_, sent, received) => {
  expect(receivedIn(...sent)).toEqual(received as never);
});
