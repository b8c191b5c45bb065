/** Notices of removed messages stay until they are withdrawn, for a day at most. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { hasMessage } from './record-table.ts';
import { deleteEnded, deleteNoticesOf, hasOpenOf } from './sweep-table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes notices that ended over a day ago and have no message. */
export async function sweepNotices(inbox: Inbox): Promise<void> {
  const before = toTimestamp(inbox.now() - DAY_MS);
  await changeByItself(inbox, (tx) => deleteEnded(tx, before));
}

/** Within a change: deletes the notices of a message that was removed, unless it is still to be withdrawn. */
export async function dropNotices(tx: Tx, messageId: string): Promise<void> {
  if (!(await hasOpenOf(tx, messageId))) await deleteNoticesOf(tx, messageId);
}

/** Within a change in which attempts ended: deletes what is left of removed messages, once nothing is open there. */
export async function dropRemoved(tx: Tx, attempted: readonly Row<'notices'>[]): Promise<void> {
  for (const id of new Set(attempted.flatMap(({ messageId }) => messageId ?? []))) {
    if (!(await hasMessage(tx, id))) await dropNotices(tx, id);
  }
}
