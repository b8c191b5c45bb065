import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Urgency } from '../reach/names.ts';

type Due = { at: string; limit: number; passed: JsonList };

/** A question is withdrawn once nothing that asks it is on its way to the same contact. */
const due = prepared<Due, Pick<Row<'notices'>, 'id' | 'lane'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(['id', 'lane'])
    .where('status', '=', 'waiting')
    .where('dueAt', '<=', parameter('at'))
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]))
    .where('lane', 'not in', sqlOf(db).valuesOf(parameter('passed')))
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('what', '<>', 'settles'),
        not(
          exists(
            selectFrom('notices as asking')
              .select('asking.id')
              .whereRef('asking.messageId', '=', 'notices.messageId')
              .whereRef('asking.contactId', '=', 'notices.contactId')
              .where('asking.status', '=', 'sending'),
          ),
        ),
      ]),
    )
    .orderBy('dueAt')
    .limit(parameter('limit')),
);

export const dueNotices = (db: Tx, at: string, limit: number, passed: string[]) =>
  due(db, { at, limit, passed: JSON.stringify(passed) });

const soonest = prepared<{ after: string }, { dueAt: string }>((db, parameter) =>
  db
    .selectFrom('notices')
    .select('dueAt')
    .where('status', '=', 'waiting')
    .where('dueAt', '>', parameter('after'))
    .orderBy('dueAt')
    .limit(1),
);

export const soonestNotice = async (db: Tx, after: string): Promise<string | null> =>
  (await soonest(db, { after }))[0]?.dueAt ?? null;

type Claim = { ids: JsonList; at: string; leasedUntil: string };
const claim = prepared<Claim, Row<'notices'>>((db, parameter) =>
  db
    .updateTable('notices')
    .set((eb) => ({
      status: 'sending',
      leasedUntil: parameter('leasedUntil'),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids')))
    .where('status', '=', 'waiting')
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]))
    .returningAll(),
);

export const claimRows = (tx: Tx, ids: string[], times: { at: string; leasedUntil: string }) =>
  claim(tx, { ids: JSON.stringify(ids), ...times });

/** What was being sent and is not known to have ended, and whether its question is still pending. */
export const lapsedRows = (tx: Tx) =>
  tx
    .selectFrom('notices')
    .leftJoin('reviews', 'reviews.messageId', 'notices.messageId')
    .select(['notices.id', 'what', 'reviews.status as reviewStatus'])
    .where('notices.status', '=', 'sending')
    .execute();

export const noticeRow = (db: Tx, id: string) =>
  db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst();

export async function updateNotice(tx: Tx, id: string, set: Partial<Row<'notices'>>) {
  await tx.updateTable('notices').set(set).where('id', '=', id).execute();
}

/** When a pending question opened and ends, and how urgent it is; null once it has ended. */
export async function pendingAsk(db: Tx, messageId: string) {
  const row = await db
    .selectFrom('reviews')
    .select(['openedAt', 'expiresAt', 'urgency'])
    .where('messageId', '=', messageId)
    .where('status', '=', 'pending')
    .$narrowType<{ openedAt: string; expiresAt: string; urgency: Urgency }>()
    .executeTakeFirst();
  return row ?? null;
}

/** What the provider calls what it was sent of the same question, or of those that were gathered. */
export async function lastHandle(
  db: Tx,
  { messageId, contactId, gatheredBy }: Row<'notices'>,
): Promise<string | null> {
  const sent = db.selectFrom('notices').select('handle').where('handle', 'is not', null);
  const row = await (messageId === null
    ? sent.where('id', '=', gatheredBy ?? '')
    : sent.where('messageId', '=', messageId).where('contactId', '=', contactId)
  )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.handle ?? null;
}

/** Whether a message is still there, and in a channel that is: a channel's messages outlive it shortly. */
export async function hasMessage(db: Tx, id: string): Promise<boolean> {
  const row = db
    .selectFrom('messages')
    .select('messages.id')
    .leftJoin('removed_channels', 'removed_channels.id', 'messages.channelId')
    .where('messages.id', '=', id)
    .where('removed_channels.id', 'is', null);
  return (await row.executeTakeFirst()) !== undefined;
}
