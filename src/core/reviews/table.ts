import { nextChange } from '../../storage/changes.ts';
import { type JsonList, positionIn, valuesOf } from '../../storage/lists.ts';
import type { Tx } from '../../storage/open.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Row } from '../../storage/tables.ts';
import { isPresent } from '../channels/removed.ts';
import { changedAt } from '../messages/versions.ts';
import { forgetReads } from './reads-table.ts';

export const insertReview = prepared<Row<'reviews'>, never>((db, parameter) =>
  db.insertInto('reviews').values({
    messageId: parameter('messageId'),
    channelId: parameter('channelId'),
    type: parameter('type'),
    status: parameter('status'),
    payload: parameter('payload'),
    expiresInSeconds: parameter('expiresInSeconds'),
    expiresAt: parameter('expiresAt'),
    openedAt: parameter('openedAt'),
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
    answeredBy: parameter('answeredBy'),
    toldAt: parameter('toldAt'),
    toldBy: parameter('toldBy'),
  }),
);

type Answer = {
  response: string;
  respondedAt: string;
  respondedBy: string;
  questionDigest: string;
  answerDigest: string;
  verdict: string;
  answeredBy: string;
};

type Touch = { messageIds: JsonList; updatedAt: string; firstSeq: number };
const touchAll = prepared<Touch, never>((db, parameter) =>
  db
    .updateTable('messages')
    .set((eb) => ({
      updatedAt: changedAt(parameter('updatedAt')),
      changeSeq: eb(
        parameter('firstSeq'),
        '+',
        positionIn(parameter('messageIds'), eb.ref('messages.id')),
      ),
    }))
    .where('id', 'in', valuesOf(parameter('messageIds'))),
);

/** Their reviews changed: each message takes a number of its own. */
async function touch(tx: Tx, ids: string[], updatedAt: string): Promise<void> {
  const firstSeq = nextChange(tx, ids.length);
  await touchAll(tx, { messageIds: JSON.stringify(ids), updatedAt, firstSeq });
}

const complete = prepared<Answer & { messageId: string }, { messageId: string }>((db, parameter) =>
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
      answeredBy: parameter('answeredBy'),
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
  await touch(tx, [messageId], answer.respondedAt);
  await forgetReads(tx, [messageId]);
  return true;
}

/** Expires at most `limit` of the reviews that ran out by `at`, and names them. */
export async function expirePending(tx: Tx, at: string, limit: number) {
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
    .returning(['messageId', 'channelId'])
    .execute();
  const ids = rows.map((row) => row.messageId);
  await touch(tx, ids, at);
  return rows;
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

/** The `changeSeq` at which a question opened; null while it is being written. */
export async function askedSeqOf(db: Tx, messageId: string): Promise<number | null> {
  const row = await db
    .selectFrom('reviews')
    .select('askedSeq')
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  return row?.askedSeq ?? null;
}

/** How long a review on a draft is to be open: until a time, or so many seconds from the end. */
export const draftedReview = (tx: Tx, messageId: string) =>
  tx
    .selectFrom('reviews')
    .select(['expiresAt', 'expiresInSeconds'])
    .where('messageId', '=', messageId)
    .where('status', '=', 'draft')
    .executeTakeFirst();

type Ended = Pick<Row<'reviews'>, 'status' | 'expiresAt' | 'openedAt' | 'askedSeq'>;

/** The draft of a review has ended. */
export async function endDraft(tx: Tx, messageId: string, ended: Ended): Promise<void> {
  await tx.updateTable('reviews').set(ended).where('messageId', '=', messageId).execute();
}

const pendingOf = prepared<{ messageIds: JsonList }, { messageId: string }>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select('messageId')
    .where('messageId', 'in', valuesOf(parameter('messageIds')))
    .where('status', 'in', ['pending', 'draft'])
    .where(isPresent(db, 'reviews.channelId')),
);

/** Those of the messages whose review still waits. */
export async function stillPending(db: Tx, messageIds: string[]): Promise<Set<string>> {
  const rows = await pendingOf(db, { messageIds: JSON.stringify(messageIds) });
  return new Set(rows.map((row) => row.messageId));
}

type Told = { messageId: string; toldAt: string; toldBy: string };
const tell = prepared<Told, never>((db, parameter) =>
  db
    .updateTable('reviews')
    .set({ toldAt: parameter('toldAt'), toldBy: parameter('toldBy') })
    .where('messageId', '=', parameter('messageId'))
    .where('status', 'in', ['completed', 'expired'])
    .where('toldAt', 'is', null),
);

/** Notes that the agent heard how its question ended, unless it had before. */
export async function markTold(tx: Tx, told: Told): Promise<void> {
  await tell(tx, told);
}

const record = prepared<
  { messageId: string },
  Pick<Row<'reviews'>, 'questionDigest' | 'answerDigest' | 'toldAt' | 'toldBy'>
>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select(['questionDigest', 'answerDigest', 'toldAt', 'toldBy'])
    .where('messageId', '=', parameter('messageId')),
);

export const recordRow = async (db: Tx, messageId: string) => (await record(db, { messageId }))[0];

export const isUntold = async (db: Tx, messageId: string): Promise<boolean> =>
  (await recordRow(db, messageId))?.toldAt === null;
