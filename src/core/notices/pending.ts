/** How many of the questions that a notice is about are still pending. */
import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import { notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import type { NoticePending } from '../reach/schema.ts';
import { countGathered } from './gathering-table.ts';
import { noticeRow, pendingAsk } from './record-table.ts';

/** For the person who was notified: a notification that nothing withdraws is corrected by it. */
export async function countPending(
  { store: { read } }: Inbox,
  caller: Caller,
  id: string,
): Promise<NoticePending> {
  mustBeHuman(caller);
  const notice = await noticeRow(read, id);
  if (notice?.userId !== caller.userId) throw notFound('Notice');
  if (notice.what === 'gathers') return { pending: await countGathered(read, id) };
  const isPending = notice.messageId !== null && (await pendingAsk(read, notice.messageId));
  return { pending: isPending ? 1 : 0 };
}
