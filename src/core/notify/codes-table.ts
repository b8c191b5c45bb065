import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';

/** The tests of a contact since a time, the oldest first. */
export const testsSince = (db: Tx, contactId: string, since: string) =>
  db
    .selectFrom('notices')
    .select(['id', 'createdAt'])
    .where('contactId', '=', contactId)
    .where('messageId', 'is', null)
    .where('what', '=', 'tests')
    .where('createdAt', '>', since)
    .orderBy('createdAt')
    .execute();

/** The notices among these that are tests of contacts which are not confirmed yet. */
export const testsAmong = prepared<{ ids: JsonList }, { id: string }>((db, parameter) =>
  db
    .selectFrom('notices')
    .innerJoin('contacts', 'contacts.id', 'notices.contactId')
    .select('notices.id')
    .where('notices.id', 'in', sqlOf(db).valuesOf(parameter('ids')))
    .where('what', '=', 'tests')
    .where('confirmedAt', 'is', null),
);

/** Each attempt to send a test has a code of its own, and the last one is valid. */
export async function putCode(tx: Tx, code: Row<'codes'>): Promise<void> {
  const { hash, tries } = code;
  await tx
    .insertInto('codes')
    .values(code)
    .onConflict((conflict) => conflict.column('noticeId').doUpdateSet({ hash, tries }))
    .execute();
}

/** Takes a try of each of the codes that have one left. */
export const tryCodes = (tx: Tx, noticeIds: readonly string[], most: number) =>
  tx
    .updateTable('codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('noticeId', 'in', noticeIds)
    .where('tries', '<', most)
    .returning('hash')
    .execute();
