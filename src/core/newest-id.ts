import { readState, writeState } from '../storage/state.ts';
import type { Tx } from '../storage/store.ts';
import { newestMessageId } from './messages/table.ts';

const NOTED = 'ids.newest';

/** The newest id that anybody may have seen: the newest message's, or one that a restore took away. */
export async function newestId(db: Tx): Promise<string | null> {
  const seen = [await newestMessageId(db), await readState<string>(db, NOTED)];
  return seen.reduce((one, other) => ((one ?? '') > (other ?? '') ? one : other));
}

/** Lets all ids that are made from now on follow this one. */
export const noteNewestId = (tx: Tx, id: string) => writeState(tx, NOTED, id);
