import type { Message } from '../../core/messages/schema.ts';

/** The later of two states of a message: what arrives last may be older than what is held. */
export function newerOf<M extends Message>(held: M, came: Message): M {
  if (came.seq < held.seq) return held;
  // Lists cut long messages: what was read whole stays whole.
  if (came.seq === held.seq && came.truncated && !held.truncated) return held;
  // What only this list says of it, such as `unread`, stays.
  return { ...held, ...came };
}
