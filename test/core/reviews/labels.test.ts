/** Options whose labels look alike are shown with their ids. */
import { expect, test } from 'bun:test';
import { answerLine } from '../../../src/core/reviews/kinds/answer-words.ts';
import { labelIn } from '../../../src/core/reviews/kinds/labels.ts';
import { wordsOf } from '../../../src/core/reviews/kinds/words.ts';

type Item = { id: string; label: string; description?: string };
const labelsOf = (...items: Item[]) => items.map(({ id }) => labelIn(items, 'id', id));
const items = (...labels: string[]): Item[] => labels.map((label, at) => ({ id: `i${at}`, label }));

test.each([
  [
    ['Blue', 'Red'],
    ['Blue', 'Red'],
  ],
  [
    ['', ' ', '\u200b', '\u3164\u2800', '\u202e\u0301'],
    ['i0', 'i1', 'i2', 'i3', 'i4'],
  ],
  [
    ['Blue', 'Blue', 'Red'],
    ['Blue (i0)', 'Blue (i1)', 'Red'],
  ],
  [
    ['Blue', 'Blue ', 'Bl\u200bue', '\u202eBlue'],
    ['Blue (i0)', 'Blue  (i1)', 'Bl\u200bue (i2)', '\u202eBlue (i3)'],
  ],
  [
    ['Zürich', 'Zu\u0308rich'],
    ['Zürich (i0)', 'Zu\u0308rich (i1)'],
  ],
  [
    ['Blue', 'blue'],
    ['Blue', 'blue'],
  ],
  [
    ['Blue', 'Blue', 'Blue (i0)', 'Blue (i0) (i2)'],
    ['Blue (i0)', 'Blue (i1)', 'Blue (i0) (i2)', 'Blue (i0) (i2) (i3)'],
  ],
  [
    ['\u200b', 'i0'],
    ['i0 (i0)', 'i0 (i1)'],
  ],
])('shows %j as %j', (labels, shown) => {
  expect(labelsOf(...items(...labels))).toEqual(shown);
});

test('adds no id to equal labels with different descriptions', () => {
  const eu = { id: 'eu', label: 'Europe', description: 'Frankfurt' };
  const other = { id: 'eu2', label: 'Europe', description: 'Dublin' };
  expect(labelsOf(eu, other)).toEqual(['Europe', 'Europe']);
  expect(labelsOf(eu, { ...other, description: 'Frankfurt\u200b' })).toEqual([
    'Europe (eu)',
    'Europe (eu2)',
  ]);
});

test('shows the id in choices and answers, which mean the same as before', () => {
  const options = [
    { id: 'go', label: '\u200b', style: 'primary' },
    { id: 'a', label: 'No' },
    { id: 'b', label: 'No' },
  ];
  const payload = { title: 'Deploy?', options };
  const choices = wordsOf('approval').choices?.(payload) ?? [];
  expect(choices.map(({ label, meaning }) => [label, meaning])).toEqual([
    ['go', 'allow'],
    ['No (a)', 'deny'],
    ['No (b)', 'deny'],
  ]);
  expect(answerLine({ type: 'approval', payload, response: { selectedOption: 'b' } })).toBe(
    'No (b)',
  );
});

test('shows the value of an option in a form, and the name of a field', () => {
  const region = {
    name: 'r',
    type: 'select',
    label: ' ',
    options: [
      { value: 'x', label: 'EU' },
      { value: 'y', label: 'EU' },
      { value: 'z', label: '\u2800' },
    ],
  };
  const payload = { fields: [region, { name: 'f', type: 'checkbox', label: '' }] };
  const line = (r: string) => answerLine({ type: 'form', payload, response: { r, f: true } });
  expect(['x', 'y', 'z'].map(line)).toEqual(['EU (x) · f: Yes', 'EU (y) · f: Yes', 'z · f: Yes']);
});
