import { lazyPreloadable } from '../look/lazy.tsx';
import { ChosenWithComments } from './chosen.tsx';
import type { Renderer } from './kind.ts';
import { skeleton } from './skeleton.tsx';

export const rating: Renderer = {
  Answer: lazyPreloadable(() => import('./rating/answer.tsx'), skeleton),
  Answered: ChosenWithComments,
  hints: () => [
    [['1', '9'], 'rate'],
    [['c'], 'comment'],
  ],
};
