/** What becomes of the questions that a notice counts: they were sent, or failed, as it was. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import type { Outcome } from '../outgoing/outcome.ts';
import { toTimestamp } from '../time.ts';
import { GATHERS_MS } from './gathering.ts';
import {
  endedSince,
  gatheredRows,
  isGatheringOpen,
  nextGatheredReminder,
  updateRows,
} from './members-table.ts';
import { type Ended, noticeRow } from './record-table.ts';
import { scheduleReminder } from './recounting.ts';
import { planReminder } from './reminding.ts';
import { beganAt } from './table.ts';

type Attempted = { notice: Row<'notices'>; ended: Ended; result: Outcome['result'] };

/** The notice that counts questions which was sent, or which is withdrawn by what was sent; null for others. */
export const gatheringIn = ({ id, what, messageId, gatheredBy }: Row<'notices'>): string | null => {
  if (what === 'gathers') return id;
  return messageId === null ? gatheredBy : null;
};

/**
 * Within a change: an attempt has ended to send a notice that counts questions, or to withdraw it. Returns
 * the notices that have come further with it.
 */
export async function noteMembers(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  attempted: Attempted,
): Promise<Rows> {
  const id = gatheringIn(attempted.notice);
  if (id === null) return [];
  const gathered = await gatheredRows(tx, id);
  const changed =
    attempted.notice.what === 'gathers' ? await noteSent(inbox, tx, emit, attempted, gathered) : [];
  const settled = await noteCorrected(inbox, tx, id, attempted, gathered);
  if (attempted.ended.status !== 'waiting') await remindAgain(tx, emit, id);
  return [...changed, ...settled];
}

type Rows = readonly Row<'notices'>[];

async function noteSent(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  { notice, ended, result }: Attempted,
  gathered: Rows,
): Promise<Rows> {
  const { status, error } = ended;
  const asks = gathered.filter(({ what, sentAt }) => what === 'asks' && sentAt === null);
  const isDue = remindsAt(beganAt(notice));
  const reminds = gathered.filter((row) => row.what === 'reminds' && isDue(row));
  if (result === 'accepted') {
    const sentAt = toTimestamp(inbox.now());
    await updateRows(tx, asks, { sentAt, heldUntil: null });
    await updateRows(tx, reminds, { status: 'accepted', sentAt });
    for (const row of [...asks, ...reminds]) await planReminder(inbox, tx, emit, row);
    // It counted these, too.
    const past = await endedSince(tx, notice.id, toTimestamp(beganAt(notice)));
    await updateRows(tx, past, { status: 'accepted', sentAt });
    return [...asks, ...reminds, ...past];
  }
  if (status === 'waiting') return [];
  // It may be there, and is counted until its question ends.
  if (status === 'unknown') await updateRows(tx, asks, { mayHaveArrived: 1, error });
  else await updateRows(tx, asks, { status, error });
  await updateRows(tx, reminds, { status, error });
  return [...asks, ...reminds];
}

/** Notices whose question has ended are withdrawn once nothing that counted them is still to be sent. */
async function noteCorrected(
  inbox: Inbox,
  tx: Tx,
  id: string,
  { ended: { status, error }, result }: Attempted,
  gathered: Rows,
): Promise<Rows> {
  const settles = gathered.filter(({ what }) => what === 'settles');
  if (settles.length === 0 || (await isGatheringOpen(tx, id))) return [];
  const sentAt = result === 'accepted' ? toTimestamp(inbox.now()) : null;
  await updateRows(tx, settles, { status, sentAt, error });
  return settles;
}

async function remindAgain(tx: Tx, emit: Emit, id: string): Promise<void> {
  const row = await noticeRow(tx, id);
  const dueAt = row && (await scheduleReminder(tx, row));
  if (dueAt) emit('notice:due', { atMs: Date.parse(dueAt) });
}

/** Reminders that follow shortly are sent with the first. */
const remindsAt = (atMs: number) => {
  const until = toTimestamp(atMs + GATHERS_MS);
  return ({ dueAt }: Pick<Row<'notices'>, 'dueAt'>) => dueAt <= until;
};

/** The id of the notice that reminds, if one that is sent at a time does. */
export async function reminderIn(tx: Tx, { id, what }: Row<'notices'>, atMs: number) {
  if (what === 'reminds') return id;
  const next = what === 'gathers' ? await nextGatheredReminder(tx, id) : null;
  return next && remindsAt(atMs)(next) ? next.id : null;
}
