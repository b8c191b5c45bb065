import type { Tx } from '../../storage/store.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { postponeRows } from './postponing-table.ts';

/** Time to answer a question that was seen, before a notice is sent. */
const SEEN_DELAY_MS = 2 * 60_000;

/** Within a change: a user has seen a question, and need not be notified of it yet. */
export const delayNotices = (inbox: Inbox, tx: Tx, messageId: string, userId: string) =>
  postponeRows(tx, messageId, userId, toTimestamp(inbox.now() + SEEN_DELAY_MS));
