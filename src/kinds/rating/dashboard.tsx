import { lazyPreloadable } from '../../dashboard/look/lazy.tsx';
import { ChosenWithComments } from '../../dashboard/reviews/chosen.tsx';
import type { Renderer } from '../../dashboard/reviews/kind.ts';
import { skeleton } from '../../dashboard/reviews/skeleton.tsx';

export const rating: Renderer = {
  Answer: lazyPreloadable(() => import('./dashboard/answer.tsx'), skeleton),
  Answered: ChosenWithComments,
  hints: () => [
    [['1', '9'], 'rate'],
    [['c'], 'comment'],
  ],
};
