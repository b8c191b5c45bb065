/** Many questions to one contact within a minute: one notice counts those that are still pending. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Inbox } from '../inbox.ts';
import { SENT_SINGLY } from '../reach/plan.ts';
import { toTimestamp } from '../time.ts';
import { expireSending, setStatus } from './ending-table.ts';
import {
  countDue,
  countGathered,
  gatheringRow,
  openGathering,
  sendAgain,
} from './gathering-table.ts';
import { insertNotice, newNotice } from './table.ts';
import { canBeWithdrawn, mayBeThere } from './withdrawn.ts';

const GATHERS_MS = 20_000;
const BURST_MS = 60_000;
/** A count that falls is corrected, but not with each answer. */
const CORRECTS_MS = 2000;

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

/**
 * Within a change that ended some of what they count: corrects the notices that were sent, and ends
 * those that no longer count anything.
 */
export async function recount(inbox: Inbox, tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const row = await gatheringRow(tx, id);
    if (!row) continue;
    const isCorrected = mayBeThere(row) && canBeWithdrawn(row);
    if ((await countGathered(tx, id)) > 0) {
      if (isCorrected) await sendAgain(tx, id, toTimestamp(inbox.now() + CORRECTS_MS));
      continue;
    }
    if (row.status === 'waiting') await setStatus(tx, [row], statusAtEnd(row));
    await expireSending(tx, [row], toTimestamp(inbox.now()));
    if (isCorrected) await withdraw(inbox, tx, row);
  }
}

function statusAtEnd({ sentAt, mayHaveArrived }: Row<'notices'>): string {
  if (sentAt !== null) return 'accepted';
  return mayHaveArrived === 1 ? 'unknown' : 'skipped';
}

async function withdraw(inbox: Inbox, tx: Tx, row: Row<'notices'>): Promise<void> {
  const at = toTimestamp(inbox.now());
  const planned = { id: inbox.newId(), what: 'settles', round: 0, dueAt: at, createdAt: at };
  await insertNotice(tx, { ...newNotice(row, planned), gatheredBy: row.id });
}
