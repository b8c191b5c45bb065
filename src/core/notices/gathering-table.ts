import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

/** The notice that gathers a contact's questions and has not been sent yet. */
export const openGathering = (db: Tx, contactId: string, dueFrom: string) =>
  db
    .selectFrom('notices')
    .select('id')
    .where('contactId', '=', contactId)
    .where('what', '=', 'gathers')
    .where('status', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('dueAt', '>=', dueFrom)
    .executeTakeFirst();

export const gatheringRow = (db: Tx, id: string): Promise<Row<'notices'> | undefined> =>
  db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst();

/** Pending questions that a gathering notice counts. */
export async function countGathered(db: Tx, gatheredBy: string): Promise<number> {
  const row = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('gatheredBy', '=', gatheredBy)
    .where('status', '=', 'gathered')
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Sends it again; one that is being sent, after that. */
export async function sendAgain(tx: Tx, id: string, dueAt: string): Promise<void> {
  await tx
    .updateTable('notices')
    .set(({ eb }) => ({
      dueAt,
      attempts: 1,
      status: eb.case().when('status', '=', 'sending').then('sending').else('waiting').end(),
    }))
    .where('id', '=', id)
    .execute();
}
