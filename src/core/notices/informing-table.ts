import type { Tx } from '../../storage/store.ts';

/** Whether it was said at a contact that answers there have ended, since they did. */
export async function hasSaid(db: Tx, contactId: string, since: string): Promise<boolean> {
  const said = db
    .selectFrom('notices')
    .select('id')
    .where('contactId', '=', contactId)
    .where('what', '=', 'closes')
    .where('createdAt', '>=', since);
  return (await said.limit(1).executeTakeFirst()) !== undefined;
}
