import { preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';

const OPEN = ['waiting', 'sending'];
const MOST_AT_ONCE = 500;

type By = { by: 'contactId' | 'messageId'; id: string };

const open = preparedFor<Pick<By, 'by'>, { id: string }, { id: string }>((db, parameter, { by }) =>
  db
    .selectFrom('notices')
    .select('id')
    .where(by, '=', parameter('id'))
    .where('status', 'in', OPEN)
    .limit(1),
);

/** Whether something is still to be sent to a contact, or of a message. */
export const hasOpen = async (db: Tx, { by, id }: By): Promise<boolean> =>
  (await open(db, { by }, { id })).length > 0;

const deletion = preparedFor<Pick<By, 'by'>, { id: string }, never>((db, parameter, { by }) =>
  db.deleteFrom('notices').where(by, '=', parameter('id')),
);

export const deleteNotices = (tx: Tx, { by, id }: By) => deletion(tx, { by }, { id });

/** Deletes some that ended before a time and are of no message, unless they count a pending question. */
export async function deleteEnded(tx: Tx, before: string): Promise<void> {
  const ended = tx
    .selectFrom('notices')
    .select('id')
    .where('messageId', 'is', null)
    .where('dueAt', '<', before)
    .where('status', 'not in', OPEN)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as counted')
            .select('counted.id')
            .whereRef('counted.gatheredBy', '=', 'notices.id')
            .where('counted.status', '=', 'gathered'),
        ),
      ),
    )
    .limit(MOST_AT_ONCE);
  await tx.deleteFrom('notices').where('id', 'in', ended).execute();
}
