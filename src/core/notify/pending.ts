/** How many of the questions that a notice is about are still pending. */
import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import { notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { noticeRow, pendingAsk } from './record-table.ts';
import type { NoticePending } from './schema.ts';
import { countTogether, isNotified } from './together-table.ts';

/** For the person who was notified: a notification that nothing withdraws is corrected by it. */
export async function countPending(
  { store: { read }, now }: Inbox,
  caller: Caller,
  id: string,
): Promise<NoticePending> {
  mustBeHuman(caller);
  const notice = await noticeRow(read, id);
  const sentWith = notice ? notice.sentWith : id;
  const isTheirs = notice
    ? notice.userId === caller.userId
    : await isNotified(read, caller.userId, id);
  if (!isTheirs) throw notFound('Notice');
  if (sentWith !== null) {
    return { pending: (await countTogether(read, sentWith, toTimestamp(now()))).count };
  }
  const { messageId } = notice ?? { messageId: null };
  const isPending = messageId !== null && (await pendingAsk(read, messageId));
  return { pending: isPending ? 1 : 0 };
}
