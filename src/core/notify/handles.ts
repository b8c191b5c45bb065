import type { Tx } from '../../storage/store.ts';
import { messageByHandle } from './handles-table.ts';

/** Finds the question of a message, by the provider's id of that message. */
export const messageOfHandle = async (
  db: Tx,
  contactId: string,
  handle: string,
): Promise<string | null> => (await messageByHandle(db, contactId, handle))?.messageId ?? null;
