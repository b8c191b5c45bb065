import { expect, test } from 'bun:test';
import type { Choice } from '../../../../src/core/reviews/kinds/kind-words.ts';
import { wordsOf } from '../../../../src/core/reviews/kinds/words.ts';

test('lists each option with what it means and the answer it gives', () => {
  const options = [
    { id: 'reject', label: 'Reject', style: 'danger' },
    { id: 'wipe', label: 'Wipe the disk', style: 'danger' },
    { id: 'approve', label: 'Approve', style: 'primary', decision: 'allow' },
  ];
  expect(wordsOf('approval').choices?.({ options })).toEqual([
    { ...choice('reject', 'Reject'), meaning: 'deny', tone: 'danger' },
    { ...choice('wipe', 'Wipe the disk'), tone: 'harm' },
    { ...choice('approve', 'Approve'), meaning: 'allow' },
  ]);
});

const choice = (id: string, label: string): Choice => ({
  id,
  label,
  meaning: 'neither',
  tone: 'plain',
  answer: { selectedOption: id },
});

test('gives no single answer for an item of a multiple selection', () => {
  const items = [{ id: 'eu', label: 'Europe' }];
  const answers = (mode: string) =>
    wordsOf('selection')
      .choices?.({ items, mode })
      .map(({ answer }) => answer);
  expect(answers('single')).toEqual([{ selectedIds: ['eu'] }]);
  expect(answers('multi')).toEqual([null]);
});

test.each(['approval', 'selection', 'form', 'questions', 'diff-review', 'incident'])(
  'accepts a payload of %s that a list has cut',
  (type) => {
    const { choices, labels, line, searched, asksSecret, hideInQuestion } = wordsOf(type);
    expect(choices?.({}) ?? []).toEqual([]);
    expect([labels?.({}) ?? [], searched?.({}) ?? []]).toEqual([[], []]);
    expect([asksSecret?.({}) ?? false, hideInQuestion?.({}) ?? {}]).toEqual([false, {}]);
    expect(line?.({ selectedOption: 'ship' }, {}) ?? '').toBeString();
  },
);

test('finds the labels that an agent wrote, but not the default ones', () => {
  const { searched } = wordsOf('approval');
  const defaults = [
    { id: 'approve', label: 'Approve', style: 'primary' },
    { id: 'reject', label: 'Reject', style: 'danger' },
  ];
  expect(searched?.({ options: defaults })).toEqual([]);
  expect(searched?.({ options: [{ id: 'ship', label: 'Ship it' }] })).toEqual(['Ship it']);
});
