import type { Tx } from '../../storage/store.ts';

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
