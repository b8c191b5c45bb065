import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { idsOf } from './notices.ts';

const OPEN = ['waiting', 'sending'] as const;
const MOST_AT_ONCE = 500;

type Whose = { messageId: string };

const openOf = prepared<Whose, { id: string }>((db, parameter) =>
  db
    .selectFrom('notices')
    .select('id')
    .where('messageId', '=', parameter('messageId'))
    .where('status', 'in', OPEN)
    .limit(1),
);

/** Whether any notice of a message has yet to be sent. */
export const hasOpenOf = async (db: Tx, messageId: string): Promise<boolean> =>
  (await openOf(db, { messageId })).length > 0;

const deletion = prepared<Whose, never>((db, parameter) =>
  db.deleteFrom('notices').where('messageId', '=', parameter('messageId')),
);

export const deleteNoticesOf = (tx: Tx, messageId: string) => deletion(tx, { messageId });

/** By the indexes of what is due and of what is being sent: there is none by contact. */
const openTo = prepared<{ contactId: string }, { id: string }>((db, parameter) => {
  const to = (status: (typeof OPEN)[number]) =>
    db
      .selectFrom('notices')
      .select('id')
      .where('status', '=', sql.lit(status))
      .where('contactId', '=', parameter('contactId'));
  return to('waiting').unionAll(to('sending')).limit(1);
});

/** Whether any notice to a contact has yet to be sent. */
export const hasOpenTo = async (db: Tx, contactId: string): Promise<boolean> =>
  (await openTo(db, { contactId })).length > 0;

/** The next notices in the order of their ids. */
export const noticesAfter = (db: Tx, id: string) =>
  db
    .selectFrom('notices')
    .select(['id', 'contactId'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute();

export async function deleteRows(tx: Tx, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.deleteFrom('notices').where('id', 'in', idsOf(tx, rows)).execute();
}

/** Deletes some that ended before a time and are of no message. */
export async function deleteEnded(tx: Tx, before: string): Promise<void> {
  const ended = tx
    .selectFrom('notices')
    .select('id')
    .where('messageId', 'is', null)
    .where('dueAt', '<', before)
    .where('status', 'not in', OPEN)
    .limit(MOST_AT_ONCE);
  await tx.deleteFrom('notices').where('id', 'in', ended).execute();
}
