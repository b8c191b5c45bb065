/**
 * Which pending questions a person has opened: private to them, and the same on all of their
 * devices.
 */
import type { Caller } from '../access/callers.ts';
import { mustBeHuman, mustHaveLoggedIn, mustSee } from '../access/permissions.ts';
import { changeByLogin } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { noteSeen } from './reach.ts';
import { deleteRead, insertRead } from './reads-table.ts';
import { getReview } from './reviews.ts';
import type { ReadState } from './schema.ts';
import { insertSeen } from './seen-table.ts';

/** Marks a question as read; repeatable, and without effect once it has ended. */
export const markRead = (inbox: Inbox, caller: Caller, id: string): Promise<ReadState> =>
  mark(inbox, caller, id, false);

export const markUnread = (inbox: Inbox, caller: Caller, id: string): Promise<ReadState> =>
  mark(inbox, caller, id, true);

async function mark(inbox: Inbox, caller: Caller, id: string, unread: boolean): Promise<ReadState> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const { channelId, review } = await getReview(inbox, caller, id);
  const { userId } = caller;
  await changeByLogin(inbox, caller, async (change) => {
    const { emit, caller } = change;
    mustSee(caller, channelId, 'Message');
    const write = unread ? deleteRead : insertRead;
    if (!(await write(change, userId, id))) return;
    if (!unread && (await insertSeen(change, userId, id, toTimestamp(inbox.now())))) {
      await noteSeen(change, id, userId);
    }
    emit('review:read', { messageId: id, channelId, userId, unread });
  });
  return { unread: unread && review.status === 'pending' };
}
