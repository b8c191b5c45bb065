/** Corrects the notices that count questions, as some of these end. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Asking, expireSending, setStatus } from './ending-table.ts';
import { countGathered, sendAgain } from './gathering-table.ts';
import { isToBeCorrected, nextGatheredReminder } from './members-table.ts';
import { noticeRow } from './record-table.ts';
import { insertNotice } from './table.ts';
import { canBeWithdrawn, mayBeThere, statusAtEnd, withdrawalOf } from './withdrawn.ts';

/** A count that falls is corrected, but not with each answer. */
const CORRECTS_MS = 2000;

/**
 * Within a change that ended some of what they count: corrects the notices that were sent, and ends
 * those that no longer count anything.
 */
export async function recount(inbox: Inbox, tx: Tx, ended: readonly Asking[]): Promise<void> {
  for (const [id, rows] of byGathering(ended)) {
    const row = await noticeRow(tx, id);
    if (!row) continue;
    const isCorrected = mayBeThere(row) && canBeWithdrawn(row);
    const isEmpty = (await countGathered(tx, id)) === 0;
    if (isEmpty) await endGathering(inbox, tx, row);
    if (!isCorrected) {
      if (!isEmpty) await scheduleReminder(tx, row);
      continue;
    }
    // Each question is withdrawn with the count that was corrected.
    const asks = rows.filter(({ what }) => what === 'asks');
    for (const one of asks) await insertNotice(tx, withdrawalOf(inbox, one, id));
    if (isEmpty) await insertNotice(tx, { ...withdrawalOf(inbox, row), gatheredBy: id });
    else await sendAgain(tx, id, toTimestamp(inbox.now() + CORRECTS_MS));
  }
}

/** Within a change: stops sending what they count, without correcting what was sent. */
export async function stopGathering(inbox: Inbox, tx: Tx, ended: readonly Asking[]): Promise<void> {
  for (const id of byGathering(ended).keys()) {
    const row = await noticeRow(tx, id);
    if (!row) continue;
    if ((await countGathered(tx, id)) === 0) await endGathering(inbox, tx, row);
    else await scheduleReminder(tx, row);
  }
}

/**
 * Within a change: a notice that was sent is due again with the next reminder of a question that it counts,
 * unless it has to be corrected before; the time of that reminder.
 */
export async function scheduleReminder(tx: Tx, row: Row<'notices'>): Promise<string | null> {
  if (row.sentAt === null || (await isToBeCorrected(tx, row.id))) return null;
  const dueAt = (await nextGatheredReminder(tx, row.id))?.dueAt ?? null;
  if (dueAt !== null) await sendAgain(tx, row.id, dueAt);
  else if (row.status === 'waiting') await setStatus(tx, [row], statusAtEnd(row));
  return dueAt;
}

/** Notices that a gathering notice has counted until now. */
const byGathering = (ended: readonly Asking[]) =>
  Map.groupBy(
    ended.filter(({ status }) => status === 'gathered'),
    ({ gatheredBy }) => gatheredBy ?? '',
  );

async function endGathering(inbox: Inbox, tx: Tx, row: Row<'notices'>): Promise<void> {
  if (row.status === 'waiting') await setStatus(tx, [row], statusAtEnd(row));
  await expireSending(tx, [row], toTimestamp(inbox.now()));
}
