import { type Room, roomAt } from '../../storage/room.ts';
import type { Inbox } from '../inbox.ts';

/** The room that a single write, its index and its log may need. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;
/**
 * statfs does not show quotas, so after a refused write the disk counts as full for this long, or
 * until a write succeeds.
 */
const REFUSAL_COUNTS_MS = 10_000;

/** Returns whether the disk lacks space for writes. */
export function isDiskFull(
  { data, refusal, now }: Inbox,
  leastFreeBytes = LEAST_FREE_BYTES,
): boolean {
  const { fullAt } = refusal;
  if (fullAt !== null && now() - fullAt < REFUSAL_COUNTS_MS) return true;
  return lacksRoom(roomAt(data), leastFreeBytes);
}

/** A disk with free bytes accepts no new file without a free inode. */
export const lacksRoom = ({ bytes, files }: Room, leastFreeBytes = LEAST_FREE_BYTES) =>
  bytes < leastFreeBytes || files === 0;
