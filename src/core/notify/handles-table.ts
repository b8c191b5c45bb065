import type { Tx } from '../../storage/store.ts';

export const messageByHandle = (db: Tx, contactId: string, handle: string) =>
  db
    .selectFrom('notices')
    .select('messageId')
    .where('contactId', '=', contactId)
    .where('handle', '=', handle)
    .where('messageId', 'is not', null)
    .where('sentWith', 'is', null)
    .executeTakeFirst();
