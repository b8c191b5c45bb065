import { lazyPreloadable } from '../look/lazy.tsx';
import { ChosenWithComments } from './chosen.tsx';
import type { Renderer } from './kind.ts';
import { skeleton } from './skeleton.tsx';

export const diffReview: Renderer = {
  Answer: lazyPreloadable(() => import('./diff-review/answer.tsx'), skeleton),
  Answered: ChosenWithComments,
  hints: () => [
    [['1', '2'], 'decide'],
    [['n', 'p'], 'hunk'],
    [['c'], 'comment'],
  ],
};
