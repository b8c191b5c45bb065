import { statfsSync } from 'node:fs';
import type { Inbox } from '../inbox.ts';

/** What a write, its index and its log may need at once. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;
/** A quota shows in no number: what was refused counts so long, unless a write succeeds meanwhile. */
const REFUSAL_COUNTS_MS = 10_000;

/** Whether the disk has no room for writes. */
export function isFull({ data, refusal, now }: Inbox, leastFreeBytes = LEAST_FREE_BYTES): boolean {
  const { fullAt } = refusal;
  if (fullAt !== null && now() - fullAt < REFUSAL_COUNTS_MS) return true;
  return freeBytes(data) < leastFreeBytes;
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
