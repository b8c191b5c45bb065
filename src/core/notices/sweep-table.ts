import type { Tx } from '../../storage/store.ts';

const OPEN = ['waiting', 'sending'];
const MOST_AT_ONCE = 500;

type By = { by: 'contactId' | 'messageId'; id: string };

/** Whether something is still to be sent to a contact, or of a message. */
export async function hasOpen(db: Tx, { by, id }: By): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .select('id')
    .where(by, '=', id)
    .where('status', 'in', OPEN)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const deleteNotices = (tx: Tx, { by, id }: By) =>
  tx.deleteFrom('notices').where(by, '=', id).execute();

/** Deletes some tests, gathering notices and notices of removed messages from before a time. */
export async function deleteEnded(tx: Tx, before: string): Promise<void> {
  const ended = tx
    .selectFrom('notices')
    .select('notices.id')
    .leftJoin('messages', 'messages.id', 'notices.messageId')
    .where('messages.id', 'is', null)
    .where('notices.createdAt', '<', before)
    .limit(MOST_AT_ONCE);
  await tx.deleteFrom('notices').where('id', 'in', ended).execute();
}
