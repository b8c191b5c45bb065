import { late } from '../look/late.tsx';
import type { Renderer } from './kind.ts';
import { line } from './line.tsx';
import { ChosenWithComments } from './said.tsx';

export const diffReview: Renderer = {
  Answer: late(() => import('./diff-review/answer.tsx'), line),
  Answered: ChosenWithComments,
  hints: () => [
    [['1', '2'], 'decide'],
    [['n', 'p'], 'hunk'],
    [['c'], 'comment'],
  ],
};
