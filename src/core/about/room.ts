import { type Room, roomAt } from '../../storage/room.ts';
import type { Inbox } from '../inbox.ts';

/** What a write, its index and its log may need at once. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;
/** A quota shows in no number: what was refused counts so long, unless a write succeeds meanwhile. */
const REFUSAL_COUNTS_MS = 10_000;

/** Whether the disk has no room for writes. */
export function isFull({ data, refusal, now }: Inbox, leastFreeBytes = LEAST_FREE_BYTES): boolean {
  const { fullAt } = refusal;
  if (fullAt !== null && now() - fullAt < REFUSAL_COUNTS_MS) return true;
  return lacksRoom(roomAt(data), leastFreeBytes);
}

/** A disk with room for bytes takes no new file once it has no inode left for one. */
export const lacksRoom = ({ bytes, files }: Room, leastFreeBytes = LEAST_FREE_BYTES) =>
  bytes < leastFreeBytes || files === 0;
