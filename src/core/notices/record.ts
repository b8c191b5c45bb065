/** How the attempt to send a notice ended, and what follows from that. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Emit } from '../bus.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { type Outcome, retryDelayMs } from '../outgoing/outcome.ts';
import { disableContact, noteFailing, noteSent } from '../reach/contact-health.ts';
import { toTimestamp } from '../time.ts';
import { announceChanged } from './changed.ts';
import { planDigests } from './digests.ts';
import { skipWithdrawals } from './ending-table.ts';
import { noteMembers } from './members.ts';
import { type Ended, endAttempt, noticeRow } from './record-table.ts';
import { planReminder } from './reminding.ts';
import { dropRemoved } from './sweep.ts';
import { beganAt, hasExpired } from './table.ts';

const RETRIES_MS = [2000, 8000, 30_000, 120_000, 600_000];

/**
 * The outcome of an attempt, with the provider's id of the message, the reason why the contact has
 * ended, and whether nothing was sent because the question had ended.
 */
export type NoticeOutcome = Outcome & {
  handle?: string | null;
  contactEnded?: string | null;
  isPast?: boolean;
};

/** An attempt to send a notice, which has ended. */
export type Attempt = { id: string; outcome: NoticeOutcome };

/** Stores them: sent, to be tried again, or given up. */
export async function recordNotices(inbox: Inbox, attempts: readonly Attempt[]): Promise<void> {
  await changeByItself(inbox, async (tx, emit) => {
    const notices: Row<'notices'>[] = [];
    const changed: Row<'notices'>[] = [];
    for (const { id, outcome } of attempts) {
      const notice = await noticeRow(tx, id);
      // Otherwise it was deleted with its contact.
      if (!notice) continue;
      changed.push(notice, ...(await record(inbox, tx, emit, notice, outcome)));
      notices.push(notice);
    }
    announceChanged(emit, changed);
    await dropRemoved(tx, notices);
  });
}

/** Records notices that another notice gathers and that have come further with it. */
async function record(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  notice: Row<'notices'>,
  outcome: NoticeOutcome,
): Promise<readonly Row<'notices'>[]> {
  const isOver = hasExpired(notice, inbox.now());
  const ended = afterAttempt(inbox, notice, outcome, isOver);
  await endAttempt(tx, { id: notice.id, ...ended });
  const { result } = outcome;
  const counted = await noteMembers(inbox, tx, emit, { notice, ended, result });
  if (outcome.isPast) await skipWithdrawals(tx, notice);
  else await noteContact(inbox, tx, emit, notice, outcome);
  if (result === 'accepted' && !isOver) await planReminder(inbox, tx, emit, notice);
  if (notice.what === 'digests') await planDigests(inbox, tx, emit, notice.userId);
  // Its withdrawal was waiting for this attempt to end.
  if (isOver) emit('notice:due', { atMs: inbox.now() });
  else if (ended.status === 'waiting') emit('notice:due', { atMs: Date.parse(ended.dueAt) });
  return counted;
}

function afterAttempt(
  inbox: Inbox,
  notice: Row<'notices'>,
  outcome: NoticeOutcome,
  isOver: boolean,
): Ended {
  const { result, error } = outcome;
  const at = toTimestamp(inbox.now());
  const mayHaveArrived = result === 'unknown' ? 1 : notice.mayHaveArrived;
  const { dueAt, sentAt } = notice;
  const ended = { dueAt, sentAt, error, mayHaveArrived, handle: outcome.handle ?? notice.handle };
  if (result === 'accepted') {
    // A gathering notice whose count changed while it was being sent is due again.
    const isStale = notice.what === 'gathers' && !isOver && Date.parse(dueAt) > beganAt(notice);
    return { ...ended, status: isStale ? 'waiting' : 'accepted', sentAt: sentAt ?? at };
  }
  if (outcome.isPast)
    return { ...ended, error: null, status: mayHaveArrived ? 'unknown' : 'skipped' };
  const delayMs = retryDelayMs(RETRIES_MS, notice.attempts - 1, outcome);
  const isLast = delayMs === null || notice.what === 'tests' || outcome.contactEnded;
  if (isLast || isOver) {
    return { ...ended, status: mayHaveArrived === 1 ? 'unknown' : 'refused' };
  }
  return { ...ended, status: 'waiting', dueAt: toTimestamp(inbox.now() + delayMs) };
}

async function noteContact(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  { contactId: id, userId }: Row<'notices'>,
  { result, contactEnded, isFinal }: NoticeOutcome,
): Promise<void> {
  const at = toTimestamp(inbox.now());
  if (result === 'accepted') return noteSent(tx, emit, { id, userId }, at);
  if (contactEnded) return disableContact(tx, emit, { id, userId }, { at, reason: contactEnded });
  if (isFinal) await noteFailing(tx, emit, { id, userId }, at);
}
