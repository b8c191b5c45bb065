import { URGENT_MS } from '../core/spans.ts';
import type { Style } from './style.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Returns the style of the time left. */
export function urgencyOf(ms: number): Style | undefined {
  if (ms < URGENT_MS) return ['red', 'bold'];
  return ms < HOUR_MS ? 'yellow' : undefined;
}
