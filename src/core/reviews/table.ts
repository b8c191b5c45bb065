import { type JsonList, valuesOf } from '../../storage/lists.ts';
import type { Tx } from '../../storage/open.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Row } from '../../storage/tables.ts';
import { changedAt } from '../messages/versions.ts';

export const insertReview = prepared<Row<'reviews'>, never>((db, parameter) =>
  db.insertInto('reviews').values({
    messageId: parameter('messageId'),
    channelId: parameter('channelId'),
    type: parameter('type'),
    status: parameter('status'),
    payload: parameter('payload'),
    expiresInSeconds: parameter('expiresInSeconds'),
    expiresAt: parameter('expiresAt'),
    response: parameter('response'),
    respondedAt: parameter('respondedAt'),
    respondedBy: parameter('respondedBy'),
    callback: parameter('callback'),
  }),
);

type Answer = { response: string; respondedAt: string; respondedBy: string };

const touch = prepared<{ messageIds: JsonList; updatedAt: string }, never>((db, parameter) =>
  db
    .updateTable('messages')
    .set({ updatedAt: changedAt(parameter('updatedAt')) })
    .where('id', 'in', valuesOf(parameter('messageIds'))),
);

const complete = prepared<Answer & { messageId: string }, { messageId: string }>((db, parameter) =>
  db
    .updateTable('reviews')
    .set({
      status: 'completed',
      response: parameter('response'),
      respondedAt: parameter('respondedAt'),
      respondedBy: parameter('respondedBy'),
    })
    .where('messageId', '=', parameter('messageId'))
    .where('status', '=', 'pending')
    .where('expiresAt', '>', parameter('respondedAt'))
    .returning('messageId'),
);

/** Completes the review if it still waits and has not run out; whether it did. */
export async function completePending(tx: Tx, messageId: string, answer: Answer): Promise<boolean> {
  const rows = await complete(tx, { messageId, ...answer });
  if (rows.length === 0) return false;
  await touch(tx, { messageIds: JSON.stringify([messageId]), updatedAt: answer.respondedAt });
  return true;
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
  await touch(tx, { messageIds: JSON.stringify(ids), updatedAt: at });
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

const pendingOf = prepared<{ messageIds: JsonList }, { messageId: string }>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select('messageId')
    .where('messageId', 'in', valuesOf(parameter('messageIds')))
    .where('status', '=', 'pending'),
);

/** Those of the messages whose review still waits. */
export async function stillPending(db: Tx, messageIds: string[]): Promise<Set<string>> {
  const rows = await pendingOf(db, { messageIds: JSON.stringify(messageIds) });
  return new Set(rows.map((row) => row.messageId));
}
