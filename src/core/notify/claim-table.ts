import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';

/** Literals, so that SQLite uses the indexes of notices that are due and that are being sent. */
const waiting = sql.lit('waiting');
const sending = sql.lit('sending');

type Due = { at: string; limit: number; passed: JsonList };

/**
 * A withdrawal waits until nothing that it withdraws is being sent to the same contact. What is sent as one waits for
 * what is being sent of it.
 */
const due = prepared<Due, Pick<Row<'notices'>, 'id' | 'lane'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(['id', 'lane'])
    .where('status', '=', waiting)
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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as together')
            .select('together.id')
            .whereRef('together.sentWith', '=', 'notices.sentWith')
            .where('together.status', '=', 'sending'),
        ),
      ),
    )
    .orderBy('dueAt')
    .limit(parameter('limit')),
);

export const dueNotices = (db: Tx, at: string, limit: number, passed: string[]) =>
  due(db, { at, limit, passed: JSON.stringify(passed) });

const soonest = prepared<{ after: string }, { at: string | null }>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => fn.min<string | null>('dueAt').as('at'))
    .where('status', '=', waiting)
    .where('dueAt', '>', parameter('after'))
    .unionAll(
      db
        .selectFrom('notices')
        .select(({ fn }) => fn.min('leasedUntil').as('at'))
        .where('status', '=', sending)
        .where('leasedUntil', '>', parameter('after')),
    ),
);

/** When the first one after a time is due, or its lease ends. */
export async function soonestNotice(db: Tx, after: string): Promise<string | null> {
  const times = (await soonest(db, { after })).flatMap(({ at }) => at ?? []);
  return times.sort()[0] ?? null;
}

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
    .where('sentWith', 'is', null)
    .where('status', '=', 'waiting')
    .where('dueAt', '<=', parameter('at'))
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]))
    .returningAll(),
);

/** Claims those that are sent singly. */
export const claimRows = (tx: Tx, ids: string[], times: { at: string; leasedUntil: string }) =>
  claim(tx, { ids: JSON.stringify(ids), ...times });

const lapsed = prepared<{ at: string }, Row<'notices'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('status', '=', sending)
    .where('leasedUntil', '<=', parameter('at')),
);

/** Notices whose leases have ended by a time. */
export const lapsedRows = (db: Tx, at: string) => lapsed(db, { at });

/** Sets when others may claim those that are still being sent, with all that is sent as one with them. */
export async function leaseRows(tx: Tx, ids: string[], leasedUntil: string) {
  await tx
    .updateTable('notices')
    .set({ leasedUntil })
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', ids),
        eb(
          'sentWith',
          'in',
          selectFrom('notices as claimed')
            .select('claimed.sentWith')
            .where('claimed.id', 'in', ids)
            .where('claimed.sentWith', 'is not', null),
        ),
      ]),
    )
    .where('status', '=', 'sending')
    .execute();
}

export async function updateNotice(tx: Tx, id: string, set: Partial<Row<'notices'>>) {
  await tx.updateTable('notices').set(set).where('id', '=', id).execute();
}

type Whose = { messageId: string | null; contactId: string; sentWith: string | null };
type Handle = { handle: string | null };
const ofQuestion = prepared<Whose, Handle>((db, parameter) =>
  db
    .selectFrom('notices')
    .select('handle')
    .where('messageId', '=', parameter('messageId'))
    .where('contactId', '=', parameter('contactId'))
    .where('handle', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1),
);
const ofCount = prepared<Whose, Handle>((db, parameter) =>
  db
    .selectFrom('notices')
    .select('handle')
    .where('sentWith', '=', parameter('sentWith'))
    .where('handle', 'is not', null)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** The provider's id of the last message for the same question, or for the same count. */
export async function lastHandle(
  db: Tx,
  { messageId, contactId, sentWith }: Row<'notices'>,
): Promise<string | null> {
  const find = sentWith === null ? ofQuestion : ofCount;
  return (await find(db, { messageId, contactId, sentWith }))[0]?.handle ?? null;
}
