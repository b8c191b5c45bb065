import type { ContactKind } from '../../ways/ways.ts';
import type { Caller } from '../access/callers.ts';
import type { Inbox } from '../inbox.ts';
import { noticesOf } from '../notify/notices.ts';
import type { Notice, NoticeStatus, What } from '../notify/schema.ts';
import { getReview } from './reviews.ts';

/** Who was notified of a question, how, and when; for those who see it. */
export async function listNotices(inbox: Inbox, caller: Caller, id: string): Promise<Notice[]> {
  await getReview(inbox, caller, id);
  return (await noticesOf(inbox.store.read, id)).map(
    (row): Notice => ({
      person: { id: row.userId, name: row.userName ?? 'A removed user' },
      kind: row.kind as ContactKind,
      contact: row.contactName ?? 'A removed contact',
      what: row.what as What,
      round: row.round,
      gathered: row.sentWith !== null,
      status: row.status as NoticeStatus,
      due: row.dueAt,
      sentAt: row.sentAt,
      receivedAt: row.receivedAt,
      error: row.error,
    }),
  );
}
