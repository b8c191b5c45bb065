/** The order of the messages for a search: by `seq`, as they came. */
import type { Tx } from '../../storage/store.ts';

/**
 * Returns the `seq` of the newest message up to an id, which may have been deleted; 0 if none is
 * left.
 */
export async function seqOf(db: Tx, operator: '<' | '<=', id: string): Promise<number> {
  const newest = db.selectFrom('messages').select('seq').where('id', operator, id);
  return (await newest.orderBy('id', 'desc').limit(1).executeTakeFirst())?.seq ?? 0;
}

export const newestSeq = (db: Tx) => seqOf(db, '<=', '\uffff');
