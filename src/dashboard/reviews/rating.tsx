import { late } from '../look/late.tsx';
import type { Renderer } from './kind.ts';
import { line } from './line.tsx';
import { ChosenWithComments } from './said.tsx';

export const rating: Renderer = {
  Answer: late(() => import('./rating/answer.tsx'), line),
  Answered: ChosenWithComments,
  hints: () => [
    [['1', '9'], 'rate'],
    [['c'], 'comment'],
  ],
};
