import { readState, writeState } from '../storage/state.ts';
import type { Tx } from '../storage/store.ts';
import { newestMessageId } from './messages/table.ts';

const NOTED = 'ids.newest';

/**
 * Returns the newest id that a client may have seen: the newest message's, or one that a restore
 * removed.
 */
export async function newestId(db: Tx): Promise<string | null> {
  const seen = [await newestMessageId(db), await readState<string>(db, NOTED)];
  return seen.reduce((one, other) => ((one ?? '') > (other ?? '') ? one : other));
}

/** Makes all new ids follow this one. */
export const noteNewestId = (tx: Tx, id: string) => writeState(tx, NOTED, id);
