import { expect, test } from 'bun:test';
import { asStored } from '../../../../src/core/reviews/answers.ts';
import { answerLine } from '../../../../src/core/reviews/kinds/answer-words.ts';

test('shows an unsent answer as it will be stored, without passwords', () => {
  const fields = [
    { name: 'nodes', label: 'Nodes', type: 'number' },
    { name: 'token', label: 'Token', type: 'password' },
  ];
  const response = { nodes: '3', token: 'a secret' };
  const review = { type: 'form', payload: { fields } };
  expect(answerLine(asStored(review, response))).toBe('3');
});
