import { expect, test } from 'bun:test';
import { verdictOf } from '../../../../src/core/reviews/kinds/answer-words.ts';

const payload = { options: [{ id: 'go', label: 'Go', style: 'primary' }] };
const chosen = (selectedOption: string) => ({
  type: 'approval',
  payload,
  response: { selectedOption },
});
const diff = (verdict: string) => ({ type: 'diff-review', payload: {}, response: { verdict } });

test.each<[what: string, Parameters<typeof verdictOf>[0], ReturnType<typeof verdictOf>]>([
  ['an option that approves', chosen('go'), 'approved'],
  ['an option that the question lacks', chosen('wait'), 'other'],
  ['an approved diff', diff('approve'), 'approved'],
  ['a diff with changes requested', diff('request-changes'), 'changes-requested'],
  ['a diff with a verdict of its plugin', diff('constructor'), 'other'],
  [
    'a dismissed text',
    { type: 'text-input', payload: {}, response: { _dismissed: true } },
    'dismissed',
  ],
  ['a text', { type: 'text-input', payload: {}, response: { text: 'approve' } }, 'other'],
])('returns the verdict of %s', (_, review, verdict) => {
  expect(verdictOf(review)).toBe(verdict);
});
