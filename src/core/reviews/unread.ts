import type { Caller } from '../access/callers.ts';
import type { Inbox } from '../inbox.ts';
import type { Message, PendingMessage } from '../messages/schema.ts';
import { readBy } from './reads-table.ts';

/** With whether the person has yet to open each; for an agent as they are. */
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
