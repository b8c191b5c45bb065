/** The notices that another one gathers. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { idsOf } from './table.ts';

/** Those whose question is pending, and the withdrawals that wait for the count to be corrected. */
export const gatheredRows = (db: Tx, gatheredBy: string): Promise<Row<'notices'>[]> =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('gatheredBy', '=', gatheredBy)
    .where('status', '=', 'gathered')
    .execute();

/** Those whose question ended after `since`, and that were skipped for it without having been sent. */
export const endedSince = (db: Tx, gatheredBy: string, since: string): Promise<Row<'notices'>[]> =>
  db
    .selectFrom('notices')
    .innerJoin('reviews', 'reviews.messageId', 'notices.messageId')
    .selectAll('notices')
    .where('gatheredBy', '=', gatheredBy)
    .where('what', '=', 'asks')
    .where('notices.status', '=', 'skipped')
    .where('sentAt', 'is', null)
    .where('notices.createdAt', '<=', since)
    .where(({ eb, fn }) => eb(fn.coalesce('reviews.respondedAt', 'reviews.expiresAt'), '>=', since))
    .execute();

export async function updateRows(
  tx: Tx,
  rows: readonly { id: string }[],
  set: Partial<Row<'notices'>>,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.updateTable('notices').set(set).where('id', 'in', idsOf(tx, rows)).execute();
}

const gathered = (db: Tx, gatheredBy: string, what: 'reminds' | 'settles') =>
  db
    .selectFrom('notices')
    .where('gatheredBy', '=', gatheredBy)
    .where('status', '=', 'gathered')
    .where('what', '=', what);

/** Whether questions that it has counted ended since it was last sent. */
export const isToBeCorrected = async (db: Tx, gatheredBy: string): Promise<boolean> =>
  (await gathered(db, gatheredBy, 'settles').select('id').executeTakeFirst()) !== undefined;

/** The next reminder of a question that it counts. */
export const nextGatheredReminder = async (db: Tx, gatheredBy: string) =>
  (await gathered(db, gatheredBy, 'reminds')
    .select(['id', 'dueAt'])
    .orderBy('dueAt')
    .orderBy('id')
    .executeTakeFirst()) ?? null;

/** Whether it, or its withdrawal, has yet to be sent. */
export async function isGatheringOpen(db: Tx, id: string): Promise<boolean> {
  const open = db.selectFrom('notices').select('id').where('status', 'in', ['waiting', 'sending']);
  const withdrawal = open.where('gatheredBy', '=', id).where('messageId', 'is', null);
  const row = await open.where('id', '=', id).unionAll(withdrawal).executeTakeFirst();
  return row !== undefined;
}

/** The notices that count the question of a message. */
export async function gatheringsOf(db: Tx, messageId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notices')
    .select('gatheredBy')
    .distinct()
    .where('messageId', '=', messageId)
    .where('gatheredBy', 'is not', null)
    .execute();
  return rows.flatMap(({ gatheredBy }) => gatheredBy ?? []);
}

/** Whether a message is left whose question it has counted. */
export async function hasMembers(db: Tx, gatheredBy: string): Promise<boolean> {
  const members = db.selectFrom('notices').select('id').where('gatheredBy', '=', gatheredBy);
  return (await members.where('messageId', 'is not', null).executeTakeFirst()) !== undefined;
}

/** With its withdrawal. */
export async function deleteGathering(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('notices').where('gatheredBy', '=', id).execute();
  await tx.deleteFrom('notices').where('id', '=', id).execute();
}

/** A device has shown the notice that counts them; those that were not known to be shown. */
export const markReceived = (tx: Tx, gatheredBy: string, receivedAt: string) =>
  tx
    .updateTable('notices')
    .set({ receivedAt })
    .where('gatheredBy', '=', gatheredBy)
    .where('receivedAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('what', '=', 'asks'), eb('status', '=', 'gathered')]),
        and([eb('what', 'in', ['asks', 'reminds']), eb('sentAt', 'is not', null)]),
      ]),
    )
    .returning('messageId')
    .execute();
