/** Finds and ends the notices of what has ended. */
import { prepared, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';

const columns = [
  ...(['id', 'messageId', 'channelId', 'contactId', 'userId', 'kind', 'lane'] as const),
  ...(['what', 'sentWith', 'status', 'mayHaveArrived', 'sentAt'] as const),
] as const;

/** A notice that asks or reminds, and was not skipped. */
export type Asking = Pick<Row<'notices'>, (typeof columns)[number]>;

const ofMessages = prepared<{ messageIds: JsonList }, Asking>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(columns)
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds')))
    .where('what', 'in', ['asks', 'reminds'])
    .where('status', '<>', 'skipped'),
);

export const askingOf = (db: Tx, messageIds: readonly string[]) =>
  ofMessages(db, { messageIds: JSON.stringify(messageIds) });

type By = { by: 'contactId' | 'userId' };
export type PendingAsking = Asking & { messageId: string; channelId: string };

const pending = preparedFor<By, { id: string }, PendingAsking>((db, parameter, { by }) =>
  db
    .selectFrom('notices')
    .select(columns)
    .where(by, '=', parameter('id'))
    .where('what', 'in', ['asks', 'reminds'])
    .where('status', '<>', 'skipped')
    .where('messageId', 'in', ({ selectFrom }) =>
      selectFrom('reviews').select('reviews.messageId').where('reviews.status', '=', 'pending'),
    )
    .$narrowType<{ messageId: string; channelId: string }>(),
);

/** Notices of pending questions, to a contact or a user. */
export const pendingAskingOf = (db: Tx, { by, id }: By & { id: string }) =>
  pending(db, { by }, { id });

const setStatusOf = prepared<{ status: string; ids: JsonList }, never>((db, parameter) =>
  db
    .updateTable('notices')
    .set({ status: parameter('status') })
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

export async function setStatus(tx: Tx, rows: readonly { id: string }[], status: string) {
  if (rows.length === 0) return;
  await setStatusOf(tx, { status, ids: JSON.stringify(rows.map(({ id }) => id)) });
}

const expire = prepared<{ at: string; ids: JsonList }, never>((db, parameter) =>
  db
    .updateTable('notices')
    .set({ expiresAt: parameter('at') })
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids')))
    .where(({ or, eb }) => or([eb('status', '=', 'sending'), eb('sentWith', 'is not', null)])),
);

/**
 * Lets those that are being sent end with their attempt: nothing sends an expired notice again, and nothing
 * counts its question.
 */
export async function expireRows(tx: Tx, rows: readonly { id: string }[], at: string) {
  if (rows.length === 0) return;
  await expire(tx, { at, ids: JSON.stringify(rows.map(({ id }) => id)) });
}

const own = prepared<{ contactId: string }, Pick<Row<'notices'>, 'id' | 'status'>>(
  (db, parameter) =>
    db
      .selectFrom('notices')
      .select(['id', 'status'])
      .where('contactId', '=', parameter('contactId'))
      .where('messageId', 'is', null)
      .where('what', 'in', ['tests', 'digests', 'adds', 'closes'])
      .where('status', 'in', ['waiting', 'sending']),
);

/** Notices to a contact that are about no question and are to be sent, or are being sent. */
export const openOwnAt = (db: Tx, contactId: string) => own(db, { contactId });

/** The messages of a channel that have notices. */
export async function messagesAskedOf(db: Tx, channelId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notices')
    .select('messageId')
    .distinct()
    .where('channelId', '=', channelId)
    .execute();
  return rows.flatMap(({ messageId }) => messageId ?? []);
}

/** Skips the withdrawal of a question from a contact that cannot have received it. */
export async function skipWithdrawals(
  tx: Tx,
  { messageId, contactId }: Pick<Row<'notices'>, 'messageId' | 'contactId'>,
): Promise<void> {
  const arrived = tx
    .selectFrom('notices as earlier')
    .select('earlier.id')
    .where('earlier.messageId', '=', messageId)
    .where('earlier.contactId', '=', contactId)
    .where('earlier.what', '<>', 'settles')
    .where(({ or, eb }) =>
      or([
        eb('earlier.status', 'in', ['accepted', 'unknown', 'sending']),
        eb('earlier.mayHaveArrived', '=', 1),
      ]),
    );
  await tx
    .updateTable('notices')
    .set({ status: 'skipped' })
    .where('messageId', '=', messageId)
    .where('contactId', '=', contactId)
    .where('what', '=', 'settles')
    .where('status', '=', 'waiting')
    .where(({ not, exists }) => not(exists(arrived)))
    .execute();
}
