/** Each screen of the view as text, at every size it is made for. */
import { expect, test } from 'bun:test';
import { textField } from '../../../src/cli/prompting/text-field.ts';
import { withPending } from '../../../src/cli/triage/apply-event.ts';
import { hold } from '../../../src/cli/triage/held.ts';
import { render } from '../../../src/cli/triage/render.ts';
import { type Asked, begin, type State } from '../../../src/cli/triage/state.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { channelNamed, drawn, pressAll } from '../../support/terminal/triage.ts';
import { withEvent } from './with-event.ts';

const sizes = [
  { columns: 20, rows: 6 },
  { columns: 40, rows: 12 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 50 },
];
type Size = (typeof sizes)[number];

const MINUTE = 60;
const long = Array.from({ length: 92 }, (_, at) => `Line ${at + 1} of the log`).join('\n\n');
const questions = [
  {
    text: 'Roll out 1.4.2 to all regions, in batches of a thousand rows?',
    review: { type: 'approval', payload: { allowComment: true }, expiresInSeconds: 49 },
  },
  {
    text: long,
    review: {
      type: 'approval',
      payload: { title: 'Is this log 日本語 fine? 👍' },
      expiresInSeconds: 40 * MINUTE,
    },
  },
  {
    text: 'Which of the teams are told?',
    review: {
      type: 'selection',
      payload: {
        mode: 'multi',
        dismissLabel: 'Nobody',
        items: Array.from({ length: 12 }, (_, at) => `Team ${at + 1}`),
      },
      expiresInSeconds: 91 * MINUTE,
    },
  },
  {
    text: 'Scale the cluster',
    review: {
      type: 'form',
      payload: { fields: [{ name: 'nodes', type: 'number', label: 'Nodes' }] },
      expiresInSeconds: 26 * 60 * MINUTE,
    },
  },
];

/** Real questions, by ids that are always the same. */
async function waiting(): Promise<State> {
  await using inbox = await testInbox();
  const sent = await Promise.all(questions.map((one) => inbox.send(one as never)));
  const pending = sent.map((one, at) => ({
    ...(one as Asked),
    id: `01M81Y5VCM5K00000000000${at}AB`,
    channelId: at === 3 ? 'c0' : `c${at}`,
  }));
  const names = { c0: 'deploys', c1: 'logs', c2: 'people' };
  const channels = Object.entries(names).map(([id, name]) => channelNamed(id, name));
  const known: State = { ...begin(inbox.now()), channels, hasLooked: true, link: 'live' };
  return withPending(known, { pending });
}

const after =
  (...keys: string[]) =>
  (state: State, size: Size): State => {
    let now = drawn(state, size);
    for (const key of keys) now = drawn(pressAll(now, key).state, size);
    // The keys took time, which the deadlines would show.
    return { ...now, now: state.now };
  };

const options = [
  { id: 'batches', label: 'In batches', style: 'primary', decision: 'allow' },
  { id: 'all', label: 'All together', style: 'danger' },
];
/** With a choice in the first question that takes a second press. */
const withDanger = (state: State): State => ({
  ...state,
  waiting: state.waiting.map((one, at) => {
    const payload = { ...one.review.payload, options };
    return at === 0 ? { ...one, review: { ...one.review, payload } } : one;
  }),
});

const prompt: State['prompt'] = (columns, rows) => [
  '◆  Nodes',
  ...textField({ initial: '12' }).lines(columns - 3, rows - 2),
  '└  Expected a number',
];

const nothing = (more: Partial<State>) => (state: State) => ({
  ...state,
  waiting: [],
  selectedId: null,
  ...more,
});

const screens: Record<string, (state: State, size: Size) => State> = {
  'an approval': after(),
  'a dangerous choice that is armed': (state, size) => after('2')(withDanger(state), size),
  'an answer that counts down': after('1'),
  'a long text': after('j'),
  'a long text, a page further': after('j', ' '),
  'a long text on the whole screen': after('j', 'tab'),
  'a choice of several': after('j', 'j', '1', 'd'),
  'the choices in place of the text': after('j', 'enter'),
  'a form': after('G'),
  'a prompt': (state, size) => ({ ...after('G')(state, size), prompt }),
  'the help': after('?'),
  'the filter': after('/', 'l', 'o', 'g'),
  'what was answered': (state, size) => ({
    ...after('A')(state, size),
    log: [
      {
        id: '01M81Y5VCM5K000000000009AB',
        sign: '✗',
        verdict: 'rejected',
        words: 'Reject',
        chosenAt: 0,
        title: 'Delete the branches that were merged last year?',
      },
    ],
    kept: [{ title: 'What went wrong?', written: { text: 'The disk was full' } }],
  }),
  'retracted under the eyes': (state) =>
    withEvent(state, 'message:deleted', { id: state.selectedId }),
  'another’s answer elsewhere in the list': (state) =>
    withEvent(state, 'review:expired', { messageId: state.waiting[2]?.id }),
  'a lost connection': (state) => ({ ...state, link: 'lost' }),
  'nothing waiting': nothing({}),
  'nothing waiting in one channel': nothing({ channelId: 'c1' }),
  'nothing waiting, connection lost': nothing({ link: 'lost' }),
  'nothing waiting, no server': nothing({ link: 'local' }),
  'never connected': nothing({
    hasLooked: false,
    link: 'lost',
    trouble: 'Cannot reach http://127.0.0.1:9 (connection refused).',
  }),
  'no match': nothing({ filter: 'zz', search: 'zz' }),
  'a search whose hits are answered': (state, size) => {
    const [first] = state.waiting as [Asked];
    const found = withPending({ ...state, filter: 'roll' }, { pending: [first], search: 'roll' });
    const press = { key: '1', at: state.now };
    return hold(drawn({ ...found, beyond: 3 }, size), first, { selectedOption: 'approve' }, press);
  },
};

const table = Object.keys(screens).flatMap((what) =>
  sizes.map((size) => ({ what, size, at: `${size.columns}×${size.rows}` })),
);

test.each(table)('$what at $at', async ({ what, size }) => {
  const state = screens[what]?.(await waiting(), size) as State;
  const lines = render(state, size);
  expect(lines).toHaveLength(size.rows);
  for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(size.columns);
  expect(`\n${lines.map((line) => line.trimEnd()).join('\n')}\n`).toMatchSnapshot();
});
