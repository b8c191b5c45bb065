/** The words about a test, the same in the browser and the terminal. */
import { spanOf } from '../spans.ts';
import type { Test } from './schema.ts';

const TENTHS_BELOW_MS = 10_000;

/** How long it took to be shown, such as `1.4s`; null if no device has confirmed it. */
export function shownAfter({ createdAt, receivedAt }: Test): string | null {
  if (receivedAt === null) return null;
  const ms = Math.max(0, Date.parse(receivedAt) - Date.parse(createdAt));
  return ms < TENTHS_BELOW_MS ? `${(ms / 1000).toFixed(1)}s` : spanOf(ms);
}

/** The words of a notification that counts questions. */
export const counted = (count: number): string =>
  count === 1 ? '1 question is pending' : `${count} questions are pending`;
