import { lazyPreloadable } from '../../dashboard/look/lazy.tsx';
import { ChosenWithComments } from '../../dashboard/reviews/chosen.tsx';
import type { Renderer } from '../../dashboard/reviews/kind.ts';
import { skeleton } from '../../dashboard/reviews/skeleton.tsx';

export const diffReview: Renderer = {
  Answer: lazyPreloadable(() => import('./dashboard/answer.tsx'), skeleton),
  Answered: ChosenWithComments,
  hints: () => [
    [['1', '2'], 'decide'],
    [['n', 'p'], 'hunk'],
    [['c'], 'comment'],
  ],
};
