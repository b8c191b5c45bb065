import { expect, test } from 'bun:test';
import { verdictOf } from '../../../../src/core/reviews/kinds/answer-words.ts';
import {
  approvingOption,
  goingOnOption,
  refusingOption,
} from '../../../../src/core/reviews/kinds/approval/options.ts';

type Options = Parameters<typeof approvingOption>[0];

const option = (id: string, style?: 'primary' | 'danger') => ({
  id,
  label: id,
  ...(style && { style }),
});

const cases: [
  what: string,
  options: Options,
  approves: string | null,
  refuses: string | null,
  goesOn: string,
][] = [
  [
    'the default ones',
    [option('approve', 'primary'), option('reject', 'danger')],
    'approve',
    'reject',
    'approve',
  ],
  [
    'one that is primary and second',
    [option('closed'), option('open', 'primary')],
    'open',
    null,
    'open',
  ],
  [
    'a danger before the primary one',
    [option('delete', 'danger'), option('keep', 'primary')],
    'keep',
    'delete',
    'keep',
  ],
  ['ids without styles', [option('no'), option('yes')], 'yes', 'no', 'yes'],
  ['two that say neither', [option('red'), option('blue')], null, null, 'red'],
  [
    'a danger and one that says nothing',
    [option('drop', 'danger'), option('wait')],
    null,
    'drop',
    'wait',
  ],
  [
    'an approval that is a danger',
    [option('approve', 'danger'), option('later')],
    'approve',
    null,
    'approve',
  ],
];

test.each(cases)(
  '%s: finds the options that approve, refuse and continue a script',
  (_, options, yes, no, on) => {
    const found = [approvingOption(options), refusingOption(options), goingOnOption(options)];
    expect(found.map((one) => one?.id ?? null)).toEqual([yes, no, on]);
  },
);

const payload = { options: [option('drop', 'danger'), option('keep', 'primary'), option('wait')] };
const chosen = (selectedOption: string) => ({
  type: 'approval',
  payload,
  response: { selectedOption },
});
const diff = (verdict: string) => ({ type: 'diff-review', payload: {}, response: { verdict } });

test.each<[what: string, Parameters<typeof verdictOf>[0], ReturnType<typeof verdictOf>]>([
  ['the primary option', chosen('keep'), 'approved'],
  ['the danger', chosen('drop'), 'rejected'],
  ['an option that is neither', chosen('wait'), 'other'],
  ['an option whose list was cut, by its id', { ...chosen('reject'), payload: {} }, 'rejected'],
  ['another id whose list was cut', { ...chosen('wait'), payload: {} }, 'other'],
  ['an approved diff', diff('approve'), 'approved'],
  ['a diff with changes requested', diff('request-changes'), 'changes-requested'],
  ['a diff with a verdict of its plugin', diff('constructor'), 'other'],
  [
    'a dismissed text',
    { type: 'text-input', payload: {}, response: { _dismissed: true } },
    'dismissed',
  ],
  ['a text', { type: 'text-input', payload: {}, response: { text: 'approve' } }, 'other'],
  ['a pending question', { ...chosen('keep'), response: null }, null],
])('returns the verdict of %s', (_, review, verdict) => {
  expect(verdictOf(review)).toBe(verdict);
});
