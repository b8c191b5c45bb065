/** Many questions to one contact within a minute: one notice counts those that are still pending. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Inbox } from '../inbox.ts';
import { SENT_SINGLY } from '../reach/plan.ts';
import { toTimestamp } from '../time.ts';
import { countDue, openGathering } from './gathering-table.ts';
import { insertNotice, newNotice } from './table.ts';

export const GATHERS_MS = 20_000;
const BURST_MS = 60_000;

type Place = Pick<Row<'notices'>, 'contactId' | 'userId' | 'kind' | 'lane'>;

/** Within a change: whether `SENT_SINGLY` or more questions are due in the minute to `dueMs`. */
export async function isBurst(tx: Tx, contactId: string, dueMs: number): Promise<boolean> {
  const minute = { from: toTimestamp(dueMs - BURST_MS), to: toTimestamp(dueMs) };
  return (await countDue(tx, contactId, minute)) >= SENT_SINGLY;
}

/** Within a change: the notice that counts a question which is to be sent at `dueMs`; its id. */
export async function gatheringOf(
  inbox: Inbox,
  tx: Tx,
  place: Place,
  dueMs: number,
): Promise<string> {
  const span = { from: toTimestamp(dueMs), to: toTimestamp(dueMs + GATHERS_MS) };
  const open = await openGathering(tx, place.contactId, span);
  if (open) return open.id;
  const id = inbox.newId();
  const planned = { id, what: 'gathers', round: 0, createdAt: toTimestamp(inbox.now()) };
  const dueAt = toTimestamp(dueMs + GATHERS_MS);
  const nowhere = { messageId: null, channelId: null, expiresAt: null };
  await insertNotice(tx, newNotice({ ...place, ...nowhere }, { ...planned, dueAt }));
  return id;
}
