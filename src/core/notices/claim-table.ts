import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';

/** As a literal, so that the index of what is due is used. */
const waiting = sql.lit('waiting');

type Due = { at: string; limit: number; passed: JsonList };

/** A withdrawal waits until nothing that it withdraws is being sent to the same contact. */
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
              .where('asking.status', '=', 'sending')
              .unionAll(
                selectFrom('notices as counting')
                  .select('counting.id')
                  .whereRef('counting.id', '=', 'notices.gatheredBy')
                  .where('counting.status', '=', 'sending'),
              ),
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
    .where('status', '=', waiting)
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
    .where('dueAt', '<=', parameter('at'))
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]))
    .returningAll(),
);

export const claimRows = (tx: Tx, ids: string[], times: { at: string; leasedUntil: string }) =>
  claim(tx, { ids: JSON.stringify(ids), ...times });

/** Notices whose sending never ended. */
export const lapsedRows = (tx: Tx) =>
  tx.selectFrom('notices').selectAll().where('status', '=', sql.lit('sending')).execute();

export async function updateNotice(tx: Tx, id: string, set: Partial<Row<'notices'>>) {
  await tx.updateTable('notices').set(set).where('id', '=', id).execute();
}

type Whose = { messageId: string | null; contactId: string; gatheredBy: string | null };
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
const ofGathering = prepared<Whose, Handle>((db, parameter) =>
  db.selectFrom('notices').select('handle').where('id', '=', parameter('gatheredBy')),
);

/** The provider's id of the last message for the same question, or for the gathering notice. */
export async function lastHandle(
  db: Tx,
  { messageId, contactId, gatheredBy }: Row<'notices'>,
): Promise<string | null> {
  const find = messageId === null ? ofGathering : ofQuestion;
  return (await find(db, { messageId, contactId, gatheredBy }))[0]?.handle ?? null;
}
