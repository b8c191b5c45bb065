import { lazyPreloadable } from '../../dashboard/look/lazy.tsx';
import type { Renderer } from '../../dashboard/reviews/kind.ts';
import { skeleton } from '../../dashboard/reviews/skeleton.tsx';
import { plugin } from '../plugin/dashboard.tsx';

export const freeform: Renderer = {
  ...plugin,
  Answer: lazyPreloadable(() => import('../plugin/dashboard/by-schema.tsx'), skeleton),
};
