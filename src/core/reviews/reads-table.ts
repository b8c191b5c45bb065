import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Change } from '../inbox.ts';

/** Returns whether the row is new: the question is pending and was unread. */
export async function insertRead(
  { tx }: Change,
  userId: string,
  messageId: string,
): Promise<boolean> {
  const rows = await tx
    .insertInto('review_reads')
    .columns(['userId', 'messageId'])
    .expression((eb) =>
      eb
        .selectFrom('reviews')
        .innerJoin('users', (join) => join.onTrue())
        .select(['users.id', 'reviews.messageId'])
        .where('users.id', '=', userId)
        .where('reviews.messageId', '=', messageId)
        .where('reviews.status', '=', 'pending'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('messageId')
    .execute();
  return rows.length > 0;
}

/** Returns whether there was a row for a pending question. */
export async function deleteRead(
  { tx }: Change,
  userId: string,
  messageId: string,
): Promise<boolean> {
  const rows = await tx
    .deleteFrom('review_reads')
    .where('userId', '=', userId)
    .where('messageId', '=', messageId)
    .where('messageId', 'in', (eb) =>
      eb.selectFrom('reviews').select('messageId').where('status', '=', 'pending'),
    )
    .returning('messageId')
    .execute();
  return rows.length > 0;
}

const forget = prepared<{ messageIds: JsonList }, never>((db, parameter) =>
  db
    .deleteFrom('review_reads')
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds'))),
);

/** Answered questions need no read marks. */
export async function forgetReads({ tx }: Change, messageIds: string[]): Promise<void> {
  await forget(tx, { messageIds: JSON.stringify(messageIds) });
}

const readAmong = prepared<{ userId: string; messageIds: JsonList }, { messageId: string }>(
  (db, parameter) =>
    db
      .selectFrom('review_reads')
      .select('messageId')
      .where('userId', '=', parameter('userId'))
      .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds'))),
);

/** Returns those of the messages that a person has read. */
export async function readBy(db: Tx, userId: string, messageIds: string[]): Promise<Set<string>> {
  const rows = await readAmong(db, { userId, messageIds: JSON.stringify(messageIds) });
  return new Set(rows.map((row) => row.messageId));
}

const byChannel = prepared<{ userId: string }, { channelId: string; count: number }>(
  (db, parameter) =>
    db
      .selectFrom('review_reads')
      .innerJoin('reviews', 'reviews.messageId', 'review_reads.messageId')
      .select(({ fn }) => ['reviews.channelId', fn.countAll<number>().as('count')])
      .where('userId', '=', parameter('userId'))
      .where('reviews.status', '=', 'pending')
      .groupBy('reviews.channelId'),
);

/**
 * Counts the pending questions of each channel that a person has read; channels without one are
 * left out.
 */
export async function readByChannel(db: Tx, userId: string): Promise<Map<string, number>> {
  const rows = await byChannel(db, { userId });
  return new Map(rows.map(({ channelId, count }) => [channelId, count]));
}
