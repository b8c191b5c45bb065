import { expect, test } from 'bun:test';
import { answerWords } from '../../src/cli/render.ts';
import { asStored } from '../../src/core/reviews/answers.ts';

test('an answer that has not been sent is shown as it will be stored, without its passwords', () => {
  const fields = [
    { name: 'nodes', label: 'Nodes', type: 'number' },
    { name: 'token', label: 'Token', type: 'password' },
  ];
  const response = { nodes: '3', token: 'a secret' };
  const review = { type: 'form', payload: { fields } };
  expect(answerWords(asStored(review, response))).toBe('3');
});
