import type { Message } from '../../core/messages/schema.ts';

/** Returns the later of two versions of a message: the one that arrives last may be older. */
export function newerOf<M extends Message>(held: M, came: Message): M {
  if (came.seq < held.seq) return held;
  // Lists truncate long messages: keep one that was loaded in full.
  if (came.seq === held.seq && came.truncated && !held.truncated) return held;
  // Keep fields that only this list has, such as `unread`.
  return { ...held, ...came };
}
