import type { Tx } from '../../storage/store.ts';
import { messageByHandle } from './handles-table.ts';

/** The question that was sent to a contact under what its provider calls it. */
export const messageOfHandle = async (
  db: Tx,
  contactId: string,
  handle: string,
): Promise<string | null> => (await messageByHandle(db, contactId, handle))?.messageId ?? null;
