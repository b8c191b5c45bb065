import { lazyPreloadable } from '../look/lazy.tsx';
import type { Renderer } from './kind.ts';
import { plugin } from './plugin.tsx';
import { skeleton } from './skeleton.tsx';

export const freeform: Renderer = {
  ...plugin,
  Answer: lazyPreloadable(() => import('./freeform/answer.tsx'), skeleton),
};
