import { URGENT_MS } from '../core/spans.ts';
import type { Style } from './style.ts';

const HOUR_MS = 60 * 60 * 1000;

/** How the time left is drawn. */
export function urgencyOf(ms: number): Style | undefined {
  if (ms < URGENT_MS) return ['red', 'bold'];
  return ms < HOUR_MS ? 'yellow' : undefined;
}
