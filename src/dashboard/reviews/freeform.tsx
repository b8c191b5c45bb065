import { late } from '../look/late.tsx';
import type { Renderer } from './kind.ts';
import { line } from './line.tsx';
import { plugin } from './plugin.tsx';

export const freeform: Renderer = {
  ...plugin,
  Answer: late(() => import('./freeform/answer.tsx'), line),
};
