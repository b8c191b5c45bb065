import type { Tx } from '../../storage/open.ts';
import type { Row } from '../../storage/tables.ts';

export const insertReview = (tx: Tx, row: Row<'reviews'>) =>
  tx.insertInto('reviews').values(row).execute();

type Answer = { response: string; respondedAt: string; respondedBy: string };

const touch = (tx: Tx, messageIds: string[], updatedAt: string) =>
  tx.updateTable('messages').set({ updatedAt }).where('id', 'in', messageIds).execute();

/** Completes the review if it still waits and has not run out; whether it did. */
export async function completePending(tx: Tx, messageId: string, answer: Answer): Promise<boolean> {
  const rows = await tx
    .updateTable('reviews')
    .set({ status: 'completed', ...answer })
    .where('messageId', '=', messageId)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', answer.respondedAt)
    .returning('messageId')
    .execute();
  if (rows.length > 0) await touch(tx, [messageId], answer.respondedAt);
  return rows.length > 0;
}

/** Expires at most `limit` of the reviews that ran out by `at`; the ids of their messages. */
export async function expirePending(tx: Tx, at: string, limit: number): Promise<string[]> {
  const due = tx
    .selectFrom('reviews')
    .select('messageId')
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', at)
    .orderBy('expiresAt')
    .limit(limit);
  const rows = await tx
    .updateTable('reviews')
    .set({ status: 'expired' })
    .where('messageId', 'in', due)
    .returning('messageId')
    .execute();
  const ids = rows.map((row) => row.messageId);
  if (ids.length > 0) await touch(tx, ids, at);
  return ids;
}

/** When the next pending review runs out. */
export async function soonestExpiry(db: Tx): Promise<string | null> {
  const row = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.min('expiresAt').as('expiresAt'))
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row?.expiresAt ?? null;
}

/** Those of the messages whose review still waits. */
export async function stillPending(db: Tx, messageIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reviews')
    .select('messageId')
    .where('messageId', 'in', messageIds)
    .where('status', '=', 'pending')
    .execute();
  return new Set(rows.map((row) => row.messageId));
}
