import { sql } from 'kysely';
import { nextSeq } from '../../storage/event-log.ts';
import { prepared, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Change } from '../inbox.ts';
import { idsOfSession } from '../messages/stored.ts';
import { changedAt } from '../messages/versions.ts';
import { isPresent, removedChannels } from '../removed-channels.ts';
import { forgetReads } from './reads-table.ts';

type Withdrawal = Pick<Row<'reviews'>, 'withdrawnAt' | 'withdrawnBy' | 'withdrawnWhy'>;

export const insertReview = prepared<Omit<Row<'reviews'>, keyof Withdrawal | 'ranAt'>, never>(
  (db, parameter) =>
    db.insertInto('reviews').values({
      messageId: parameter('messageId'),
      channelId: parameter('channelId'),
      type: parameter('type'),
      status: parameter('status'),
      payload: parameter('payload'),
      expiresInSeconds: parameter('expiresInSeconds'),
      expiresAt: parameter('expiresAt'),
      openedAt: parameter('openedAt'),
      heldUntil: parameter('heldUntil'),
      lease: parameter('lease'),
      askedSeq: parameter('askedSeq'),
      response: parameter('response'),
      respondedAt: parameter('respondedAt'),
      respondedBy: parameter('respondedBy'),
      callback: parameter('callback'),
      askedBy: parameter('askedBy'),
      payloadBytes: parameter('payloadBytes'),
      listed: parameter('listed'),
      questionDigest: parameter('questionDigest'),
      answerDigest: parameter('answerDigest'),
      verdict: parameter('verdict'),
      answerLine: parameter('answerLine'),
      answeredBy: parameter('answeredBy'),
      toldAt: parameter('toldAt'),
      toldBy: parameter('toldBy'),
      defaultAnswer: parameter('defaultAnswer'),
      defaultReason: parameter('defaultReason'),
      urgency: parameter('urgency'),
      lowered: parameter('lowered'),
      confirm: parameter('confirm'),
      notify: parameter('notify'),
      reach: parameter('reach'),
      reachEventAt: parameter('reachEventAt'),
      reachEventDue: parameter('reachEventDue'),
    }),
);

type Answer = {
  response: string;
  respondedAt: string;
  /** Null for an answer that the question gave itself. */
  respondedBy: string | null;
  questionDigest: string;
  answerDigest: string;
  verdict: string;
  answerLine: string | null;
  answeredBy: string | null;
};

type Touch = { messageIds: JsonList; updatedAt: string; firstSeq: number };
const touchAll = prepared<Touch, never>((db, parameter) =>
  db
    .updateTable('messages')
    .set((eb) => ({
      updatedAt: changedAt(db, parameter('updatedAt')),
      changeSeq: eb(
        parameter('firstSeq'),
        '+',
        sqlOf(db).positionIn(parameter('messageIds'), eb.ref('messages.id')),
      ),
    }))
    .where('id', 'in', sqlOf(db).valuesOf(parameter('messageIds'))),
);

/** Numbers the changed messages, counting from the returned number. */
async function touch({ tx }: Change, ids: string[], updatedAt: string): Promise<number> {
  const firstSeq = nextSeq(tx, ids.length);
  await touchAll(tx, { messageIds: JSON.stringify(ids), updatedAt, firstSeq });
  return firstSeq;
}

const complete = preparedFor<
  { isOverdue: boolean },
  Answer & { messageId: string },
  { messageId: string }
>((db, parameter, { isOverdue }) =>
  db
    .updateTable('reviews')
    .set({
      status: 'completed',
      response: parameter('response'),
      respondedAt: parameter('respondedAt'),
      respondedBy: parameter('respondedBy'),
      questionDigest: parameter('questionDigest'),
      answerDigest: parameter('answerDigest'),
      verdict: parameter('verdict'),
      answerLine: parameter('answerLine'),
      answeredBy: parameter('answeredBy'),
    })
    .where('messageId', '=', parameter('messageId'))
    .where('status', '=', 'pending')
    .where('expiresAt', isOverdue ? '<=' : '>', parameter('respondedAt'))
    .$if(!isOverdue, (query) =>
      query.where(({ or, eb }) =>
        or([eb('heldUntil', 'is', null), eb('heldUntil', '>', parameter('respondedAt'))]),
      ),
    )
    .returning('messageId'),
);

/** Completes the review if it is pending and held, and has expired or has not, as given; returns the number of that change, or null. */
export async function completePending(
  change: Change,
  messageId: string,
  answer: Answer,
  { isOverdue = false } = {},
): Promise<number | null> {
  const rows = await complete(change.tx, { isOverdue }, { messageId, ...answer });
  if (rows.length === 0) return null;
  const seq = await touch(change, [messageId], answer.respondedAt);
  await forgetReads(change, [messageId]);
  return seq;
}

/** Returns at most `limit` of the reviews overdue at `at` that answer themselves. */
export async function overdueDefaults(tx: Tx, at: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('reviews')
    .select('messageId')
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', at)
    .where('defaultAnswer', 'is not', null)
    .where(isPresent(tx, 'reviews.channelId'))
    .orderBy('expiresAt')
    .limit(limit)
    .execute();
  return rows.map(({ messageId }) => messageId);
}

/**
 * Expires at most `limit` of the reviews overdue at `at` that do not answer themselves. Returns how many, and the messages with
 * the numbers of their events; those of removed channels have none.
 */
export async function expirePending(change: Change, at: string, limit: number) {
  const { tx } = change;
  const due = tx
    .selectFrom('reviews')
    .select('messageId')
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', at)
    .where((eb) =>
      eb.or([eb('defaultAnswer', 'is', null), eb.not(isPresent(tx, 'reviews.channelId'))]),
    )
    .orderBy('expiresAt')
    .limit(limit);
  const rows = await tx
    .updateTable('reviews')
    .set({ status: 'expired' })
    .where('messageId', 'in', due)
    .returning(['messageId', 'channelId'])
    .execute();
  const removed = await removedChannels(tx);
  const left = rows.filter(({ channelId }) => !removed.has(channelId));
  const firstSeq = await touch(
    change,
    left.map(({ messageId }) => messageId),
    at,
  );
  const expired = left.map((row, index) => ({ ...row, seq: firstSeq + index }));
  return { count: rows.length, expired };
}

type WithdrawnRow = Pick<Row<'reviews'>, 'messageId' | 'channelId' | 'openedAt'>;

const withdraw = prepared<Withdrawal & { messageIds: JsonList }, WithdrawnRow>((db, parameter) =>
  db
    .updateTable('reviews')
    .set({
      status: 'withdrawn',
      withdrawnAt: parameter('withdrawnAt'),
      withdrawnBy: parameter('withdrawnBy'),
      withdrawnWhy: parameter('withdrawnWhy'),
    })
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds')))
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'draft'),
        and([eb('status', '=', 'pending'), eb('expiresAt', '>', parameter('withdrawnAt'))]),
      ]),
    )
    .where(isPresent(db, 'reviews.channelId'))
    .returning(['messageId', 'channelId', 'openedAt']),
);

/**
 * Withdraws those of the reviews that are pending or being written, and have not expired. Returns them with
 * the numbers of their events.
 */
export async function withdrawPending(
  change: Change,
  messageIds: readonly string[],
  { at, by, why }: { at: string; by: 'agent' | 'inbox'; why: string | null },
): Promise<(WithdrawnRow & { seq: number })[]> {
  const rows = await withdraw(change.tx, {
    messageIds: JSON.stringify(messageIds),
    withdrawnAt: at,
    withdrawnBy: by,
    withdrawnWhy: why,
  });
  const ids = rows.map(({ messageId }) => messageId);
  const firstSeq = await touch(change, ids, at);
  await forgetReads(change, ids);
  return rows.map((row, index) => ({ ...row, seq: firstSeq + index }));
}

/** Returns the key that asked a question, null for the local secret; undefined without that question. */
export const askerOf = (db: Tx, messageId: string) =>
  db
    .selectFrom('reviews')
    .select(['channelId', 'askedBy'])
    .where('messageId', '=', messageId)
    .where(isPresent(db, 'reviews.channelId'))
    .executeTakeFirst();

/** Returns at most `limit` of the questions that a key still asks. */
export async function askedByKey(db: Tx, askedBy: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reviews')
    .select('messageId')
    .where('askedBy', '=', askedBy)
    .where('status', 'in', ['pending', 'draft'])
    .where(isPresent(db, 'reviews.channelId'))
    .limit(limit)
    .execute();
  return rows.map(({ messageId }) => messageId);
}

/** Returns what a key has asked in a session of its agent and is pending, the oldest first. */
export async function pendingInSession(
  db: Tx,
  { askedBy, session }: { askedBy: string; session: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reviews')
    .select('messageId')
    .where('askedBy', '=', askedBy)
    .where('status', '=', 'pending')
    .where('messageId', 'in', idsOfSession(db, sql.val(session)))
    .orderBy('messageId')
    .execute();
  return rows.map(({ messageId }) => messageId);
}

/** Returns what a key has asked in a session of its agent and was denied since then, the newest first. */
export async function deniedInSession(
  db: Tx,
  { askedBy, session, since }: { askedBy: string; session: string; since: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reviews')
    .select('messageId')
    .where('askedBy', '=', askedBy)
    // The literal lets SQLite use the index of answers by their time.
    .where('status', '=', sql.lit('completed'))
    .where('verdict', '=', 'rejected')
    .where('respondedAt', '>', since)
    .where('messageId', 'in', idsOfSession(db, sql.val(session)))
    .orderBy('messageId', 'desc')
    .execute();
  return rows.map(({ messageId }) => messageId);
}

/** Returns what a key has asked in a session of its agent after another question. */
export async function askedAfter(
  db: Tx,
  { askedBy, session, after }: { askedBy: string; session: string; after: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('reviews', 'reviews.messageId', 'messages.id')
    .select('messages.id')
    .where('messages.session', '=', session)
    .where('messages.id', '>', after)
    .where('reviews.askedBy', '=', askedBy)
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes that the tool of a denied question ran at `at`; returns the number of the change, or null if that is known. */
export async function setRan(
  change: Change,
  messageId: string,
  at: string,
): Promise<number | null> {
  const rows = await change.tx
    .updateTable('reviews')
    .set({ ranAt: at })
    .where('messageId', '=', messageId)
    .where('status', '=', 'completed')
    .where('ranAt', 'is', null)
    .returning('messageId')
    .execute();
  return rows.length === 0 ? null : touch(change, [messageId], at);
}

/** Lets another key ask what a key still asks. */
export const passToKey = ({ tx }: Change, from: string, to: string) =>
  tx
    .updateTable('reviews')
    .set({ askedBy: to })
    .where('askedBy', '=', from)
    .where('status', 'in', ['pending', 'draft'])
    .execute();

/** Returns the keys that have ended by `at` and still ask something. */
export async function endedKeysThatAsk(db: Tx, at: string): Promise<string[]> {
  const rows = await db
    .selectFrom('keys')
    .select('keys.id')
    .where(({ or, eb }) => or([eb('revokedAt', 'is not', null), eb('keys.expiresAt', '<=', at)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('reviews')
          .select('messageId')
          .whereRef('askedBy', '=', 'keys.id')
          .where('status', 'in', ['pending', 'draft'])
          .where(isPresent(db, 'reviews.channelId')),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns when the next pending review expires. */
export async function soonestExpiry(db: Tx): Promise<string | null> {
  const row = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.min('expiresAt').as('expiresAt'))
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row?.expiresAt ?? null;
}

/** Returns the `changeSeq` at which a question opened; null while it is being written. */
export async function askedSeqOf(db: Tx, messageId: string): Promise<number | null> {
  const row = await db
    .selectFrom('reviews')
    .select('askedSeq')
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  return row?.askedSeq ?? null;
}

/**
 * Returns how long a draft's review will be open: until a time, or for a number of seconds from its
 * end.
 */
export const draftedReview = (tx: Tx, messageId: string) =>
  tx
    .selectFrom('reviews')
    .select(['expiresAt', 'expiresInSeconds', 'urgency', 'lowered', 'notify', 'askedBy', 'lease'])
    .where('messageId', '=', messageId)
    .where('status', '=', 'draft')
    .executeTakeFirst();

type Opened = Pick<Row<'reviews'>, 'expiresAt' | 'openedAt' | 'heldUntil' | 'askedSeq' | 'reach'> &
  Pick<Row<'reviews'>, 'urgency' | 'lowered'>;

/** Opens a review whose draft has ended. */
export async function openDrafted(
  { tx }: Change,
  messageId: string,
  opened: Opened,
): Promise<void> {
  const set = { status: 'pending', ...opened };
  await tx.updateTable('reviews').set(set).where('messageId', '=', messageId).execute();
}

/** Expires a review whose draft was aborted, or ended too late; returns the number of its expiry. */
export async function expireDrafted(
  change: Change,
  messageId: string,
  at: string,
): Promise<number> {
  const set = { status: 'expired', expiresAt: at };
  await change.tx.updateTable('reviews').set(set).where('messageId', '=', messageId).execute();
  return touch(change, [messageId], at);
}

const pendingOf = prepared<{ messageIds: JsonList }, { messageId: string }>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select('messageId')
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds')))
    .where('status', 'in', ['pending', 'draft'])
    .where(isPresent(db, 'reviews.channelId')),
);

/** Returns those of the messages whose review is still pending. */
export async function stillPending(db: Tx, messageIds: string[]): Promise<Set<string>> {
  const rows = await pendingOf(db, { messageIds: JSON.stringify(messageIds) });
  return new Set(rows.map((row) => row.messageId));
}
