import type { Message } from '../../core/messages/schema.ts';

/** What came last may be older than what is held: an answer is overtaken by news of what followed. */
export const newerOf = (held: Message | undefined, came: Message): Message =>
  held && held.updatedAt > came.updatedAt ? held : came;
