import type { Caller } from '../access/callers.ts';
import type { Inbox } from '../inbox.ts';
import type { Message, PendingMessage } from '../messages/schema.ts';
import { readBy } from './reads-table.ts';

/** Adds whether the person has not opened each yet; unchanged for an agent. */
export async function withUnread(
  inbox: Inbox,
  caller: Caller,
  messages: Message[],
): Promise<PendingMessage[]> {
  if (caller.kind !== 'human' || messages.length === 0) return messages;
  const ids = messages.map(({ id }) => id);
  const read = await readBy(inbox.store.read, caller.userId, ids);
  return messages.map((message) => ({ ...message, unread: !read.has(message.id) }));
}
